import { Alert, Button, Group, Loader, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { FirstFocus } from '../../components/keyboard/first-focus.tsx';
import { sentenceOf, showFailure, showToast } from '../../components/messages/messages.tsx';
import { fetchDownload } from '../../components/fetch-download.ts';
import { useLateOpening } from '../../components/use-late-opening.ts';
import classes from './about-dialog.module.css';

/** Shows the file for support, whole, before it is saved: what is shown is what is written. */
export function DiagnosticsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const [saving, setSaving] = useState(false);
  const labelId = useId();
  const { data, error } = useQuery({
    queryKey: ['diagnostics'],
    queryFn: () => bridge.call('system.diagnostics', {}),
    // What is read is what is saved: it does not change meanwhile, and is made anew the next time.
    staleTime: Infinity,
    gcTime: 0,
  });
  const save = async (): Promise<void> => {
    if (!data || saving) return;
    setSaving(true);
    try {
      const { fileName, download } = await bridge.call('system.saveDiagnostics', {});
      if (fileName !== null && download !== null) fetchDownload(download, fileName);
      if (fileName !== null) showToast({ title: `Saved ${fileName}` });
    } catch (failure) {
      showFailure('The file could not be saved', failure, save);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      title="Diagnostic file"
      size={760}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <FirstFocus />
      <Text size="sm" id={labelId}>
        This is all that the file says. Names, emails, numbers and addresses are left out; read it before you
        give it away.
      </Text>
      {!data && !error && <Loader size="sm" mt="sm" role="status" aria-label="Loading" />}
      {error && (
        <Alert color="red" mt="sm">
          {sentenceOf(error, 'It could not be put together. Try again.')}
        </Alert>
      )}
      {data && (
        // Reachable by Tab, so that it can be scrolled by keys.
        <pre ref={reachable} role="region" aria-labelledby={labelId} className={classes.file}>
          {data.text}
        </pre>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => setOpened(false)}>
          Close
        </Button>
        <Button data-autofocus aria-busy={saving} onClick={() => void save()}>
          Save…
        </Button>
      </Group>
    </Modal>
  );
}

const reachable = (node: HTMLElement | null): void => node?.setAttribute('tabindex', '0');
