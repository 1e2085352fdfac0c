import { mayFindAndRestore } from '#shared/access/history.ts';
import { formatDateTime, formatSpokenDateTime } from '#shared/format/dates.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import type { DeletedRecord } from '#shared/protocol/history.ts';
import { Button, Loader, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconRestore } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useRole } from '../../stores/session.ts';
import { sentenceOf, showError, showToast } from '../messages/messages.tsx';
import { OnlineFailure } from '../sync/online-failure.tsx';
import { whoText } from '../record-history/history-wording.ts';
import { useNow } from '../use-now.ts';
import classes from './list-screen.module.css';

const MINUTE_MS = 60_000;

/** The way to what was deleted of the list's entity; absent where the role may not restore (decision 10). */
export function DeletedButton({ entity }: { entity: EntityName }): ReactNode {
  const role = useRole();
  const definition = entityOf(entity);
  const [opened, setOpened] = useState(false);
  if (!mayFindAndRestore(definition, role)) return null;
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconRestore size={16} aria-hidden />}
        title={`${definition.plural} that were deleted, to be restored`}
        onClick={() => setOpened(true)}
      >
        Restore
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={`Deleted ${inSentence(definition.plural)}`}
        size={640}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <DeletedList entity={entity} />
      </Modal>
    </>
  );
}

function DeletedList({ entity }: { entity: EntityName }): ReactNode {
  const { label, plural } = entityOf(entity);
  const now = useNow(MINUTE_MS);
  const [restored, setRestored] = useState<ReadonlySet<string>>(new Set());
  const query = useQuery({
    queryKey: ['deleted', entity],
    queryFn: () => bridge.call('history.deleted', { entity }),
    staleTime: 0,
    gcTime: 0,
  });

  const restore = async ({ _id, title }: DeletedRecord): Promise<void> => {
    try {
      await bridge.call('records.restore', { entity, id: _id });
    } catch (error) {
      showError(`Failed to restore\n${sentenceOf(error, 'Try again in a moment.')}`);
      return;
    }
    setRestored((before) => new Set([...before, _id]));
    showToast({ title: 'Restored', message: `${title || label} is back.` });
  };

  if (query.isPending) return <Loader size="sm" role="status" aria-label="Loading what was deleted" />;
  if (query.isError) {
    return (
      <OnlineFailure
        title={`Failed to load deleted ${inSentence(plural)}`}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data.length === 0) return <Text c="dimmed">Nothing is deleted.</Text>;
  return (
    <ul className={classes.deleted} aria-label={`Deleted ${inSentence(plural)}, the latest first`}>
      {query.data.map((record) => (
        <li key={record._id} className={classes.deletedRow}>
          <span className={classes.deletedTitle}>{record.title || label}</span>
          <span className={classes.deletedBy} title={formatDateTime(record.deletedAt)}>
            {formatSpokenDateTime(record.deletedAt, now)} by {whoText(record.by)}
          </span>
          {restored.has(record._id) ? (
            <Text size="sm" c="dimmed" tabIndex={-1} ref={takeLostFocus}>
              Restored
            </Text>
          ) : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Restore ${record.title || label}`}
              onClick={() => void restore(record)}
            >
              Restore
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The button that had the focus is gone, and the text stands in its place. */
function takeLostFocus(text: HTMLElement | null): void {
  if (document.activeElement === document.body) text?.focus();
}
