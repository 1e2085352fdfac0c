import { Alert, Button, Group, Loader, Modal } from '@mantine/core';
import type { Results } from '#shared/protocol/bridge.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { FirstFocus } from '../../components/keyboard/first-focus.tsx';
import { sentenceOf } from '../../components/messages/messages.tsx';
import { copyText } from '../../components/record-links/copy-button.tsx';
import { useLateOpening } from '../../components/use-late-opening.ts';
import classes from './about-dialog.module.css';
import { DiagnosticsDialog } from './diagnostics-dialog.tsx';

/** Name, version and what it runs on; and the file that helps whoever is asked for help. */
export function AboutDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const [diagnosing, setDiagnosing] = useState(false);
  const { data, error } = useQuery({ queryKey: ['about'], queryFn: () => bridge.call('system.about', {}) });
  const lines = data ? linesOf(data) : [];
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      closeOnEscape={!diagnosing}
      title="About Employee Management System"
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <FirstFocus />
      {!data && !error && <Loader size="sm" role="status" aria-label="Loading" />}
      {error && <Alert color="red">{sentenceOf(error, 'It could not be read. Try again.')}</Alert>}
      <dl className={classes.facts}>
        {lines.map(([label, text]) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => copyText(lines.map((line) => line.join(': ')).join('\n'))}>
          Copy
        </Button>
        <Button variant="default" onClick={() => setDiagnosing(true)}>
          Diagnostic file…
        </Button>
        <Button data-autofocus onClick={() => setOpened(false)}>
          Close
        </Button>
      </Group>
      {diagnosing && <DiagnosticsDialog onClose={() => setDiagnosing(false)} />}
    </Modal>
  );
}

function linesOf(about: Results['system.about']): [label: string, text: string][] {
  const { version, electron, chromium, node, system, dataFolder } = about;
  return [
    ['Version', version],
    ...(electron === null ? [] : [['Electron', electron] as [string, string]]),
    ...(chromium === null ? [] : [['Chromium', chromium] as [string, string]]),
    ['Node', node],
    ['System', system],
    ['Licence', 'GPL-2.0-or-later'],
    ['Folder of the data', dataFolder],
  ];
}
