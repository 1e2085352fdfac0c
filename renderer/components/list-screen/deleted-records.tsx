import { mayFindAndRestore } from '#shared/access/history.ts';
import { formatDateTime, formatSpokenDateTime } from '#shared/format/dates.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { deletedPlaceOf, type DeletedRecord } from '#shared/protocol/history.ts';
import { Button, Checkbox, Loader, Modal, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconRestore } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { formatNumber } from '#shared/format/numbers.ts';
import { bridge } from '../../bridge/bridge.ts';
import { restoreMany } from '../bulk-actions/run-many.ts';
import { useRole } from '../../stores/session.ts';
import { sentenceOf, showError, showToast } from '../messages/messages.tsx';
import { OlderPages } from '../older-pages.tsx';
import { whoText } from '../record-history/history-wording.ts';
import { useNow } from '../use-now.ts';
import classes from './list-screen.module.css';
import { isFocusLost } from '../keyboard/keep-focus.ts';

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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const query = useInfiniteQuery({
    queryKey: ['deleted', entity],
    queryFn: ({ pageParam }) =>
      bridge.call('history.deleted', { entity, ...(pageParam === null ? {} : { before: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ records, more }) => {
      const last = records.at(-1);
      return more && last ? deletedPlaceOf(last) : null;
    },
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

  const restoreChosen = async (ids: string[]): Promise<void> => {
    setChosen(new Set());
    // What came of it is told by itself.
    if (await restoreMany(entity, ids)) setRestored((before) => new Set([...before, ...ids]));
  };

  if (query.isPending) return <Loader size="sm" role="status" aria-label="Loading what was deleted" />;
  const failure = `Failed to load deleted ${inSentence(plural)}`;
  if (!query.data) return <OlderPages query={query} failure={failure} />;
  const records = query.data.pages.flatMap((page) => page.records);
  if (records.length === 0) return <Text c="dimmed">Nothing is deleted.</Text>;
  const left = records.filter(({ _id }) => !restored.has(_id)).map(({ _id }) => _id);
  const wanted = left.filter((id) => chosen.has(id));
  const choose = (ids: readonly string[], checked: boolean): void =>
    setChosen((before) => {
      const next = new Set(before);
      for (const id of ids)
        if (checked) next.add(id);
        else next.delete(id);
      return next;
    });
  return (
    <>
      <div className={classes.deletedChoice}>
        <Checkbox
          label="Select all"
          checked={left.length > 0 && wanted.length === left.length}
          indeterminate={wanted.length > 0 && wanted.length < left.length}
          disabled={left.length === 0}
          onChange={(event) => choose(left, event.currentTarget.checked)}
        />
        <Button size="compact-sm" disabled={wanted.length === 0} onClick={() => void restoreChosen(wanted)}>
          {wanted.length === 0 ? 'Restore selected' : `Restore ${formatNumber(wanted.length)} selected`}
        </Button>
      </div>
      <ul className={classes.deleted} aria-label={`Deleted ${inSentence(plural)}, the latest first`}>
        {records.map((record) => (
          <li key={record._id} className={classes.deletedRow}>
            <Checkbox
              aria-label={`Select ${record.title || label}`}
              checked={chosen.has(record._id) && !restored.has(record._id)}
              disabled={restored.has(record._id)}
              onChange={(event) => choose([record._id], event.currentTarget.checked)}
            />
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
      <OlderPages query={query} failure={failure} />
    </>
  );
}

/** The button that had the focus is gone, and the text stands in its place. */
function takeLostFocus(text: HTMLElement | null): void {
  if (isFocusLost()) text?.focus();
}
