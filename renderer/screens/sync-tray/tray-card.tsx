import { mayFindAndRestore } from '#shared/access/history.ts';
import { pathShowing } from '#shared/access/routes.ts';
import { formatDateTime, formatSpokenDateTime } from '#shared/format/dates.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { Method } from '#shared/protocol/bridge.ts';
import type { TrayEntry } from '#shared/protocol/sync-calls.ts';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { goToForm } from '../../components/list-screen/go-to-form.ts';
import { bridge } from '../../bridge/bridge.ts';
import { fieldText, unknownFieldText } from '../../components/field-text.ts';
import { recordAddress } from '../../components/list-screen/list-url.ts';
import { confirm, sentenceOf, showError, showToast } from '../../components/messages/messages.tsx';
import { useRole } from '../../stores/session.ts';
import type { MendingForm } from './mend-refused.ts';
import classes from './sync-tray.module.css';

type TrayMethod = Extract<Method, 'sync.retry' | 'sync.discard' | 'sync.putBack'>;

const actions: Readonly<Record<TrayEntry['action'], string>> = {
  create: 'added',
  update: 'edited',
  delete: 'deleted',
  restore: 'restored',
  undo: 'undone',
};

/** The two ways to settle a conflict; where the record was deleted, bringing it back is for those who may. */
interface Settling {
  putBack: string | null;
  putBackDone: string;
  leave: string;
  leaveDone: string;
}

const overValue: Settling = {
  putBack: 'Put back',
  putBackDone: 'Your value is put back',
  leave: 'Keep theirs',
  leaveDone: 'The other value stays',
};

const overDelete: Settling = {
  putBack: 'Restore',
  putBackDone: 'The record is restored',
  leave: 'Leave it deleted',
  leaveDone: 'The record stays deleted',
};

interface TrayCardProps {
  entry: TrayEntry;
  /** Milliseconds since 1970, for the spoken time. */
  now: number;
  onDone: () => void;
  /** Its form with what was written; null where it cannot be opened so. */
  mend: MendingForm | null;
  /** Closes the tray, then goes there. */
  onLeave: (go: () => void) => void;
}

/** One change in the tray: what it was, what happened to it, and what can be done. */
export function TrayCard({ entry, now, mend, onDone, onLeave }: TrayCardProps): ReactNode {
  const [busy, setBusy] = useState(false);
  const role = useRole();
  const navigate = useNavigate();
  const restorable = mayFindAndRestore(entityOf(entry.entity), role);
  const settling =
    entry.action === 'update' ? overValue : { ...overDelete, ...(restorable ? {} : { putBack: null }) };

  const run = async (method: TrayMethod, done: string): Promise<void> => {
    setBusy(true);
    try {
      await bridge.call(method, { id: entry.id });
      showToast({ title: done });
      onDone();
    } catch (error) {
      showError(sentenceOf(error, 'That did not work. Try again in a moment.'));
    } finally {
      setBusy(false);
    }
  };
  const discard = async (): Promise<void> => {
    const { set } = entry;
    const isOneOfMany = set !== null && set.all > 1;
    const sure = await confirm({
      title: isOneOfMany ? `Discard all ${set.all} changes?` : 'Discard this change?',
      message: isOneOfMany
        ? `“${set.title}” was made in one go: all ${set.all} of its changes that are not saved on the server are given up and cannot be brought back.`
        : `Your change to ${entry.title || 'this record'} is given up and cannot be brought back.`,
      confirmLabel: 'Discard',
      danger: true,
      cancelFirst: true,
    });
    if (sure) await run('sync.discard', isOneOfMany ? 'Changes discarded' : 'Change discarded');
  };

  return (
    <li className={classes.card} data-kind={entry.kind}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
        <RecordName entry={entry} onLeave={onLeave} />
        <Text size="xs" c="dimmed" style={{ flex: 'none' }} title={formatDateTime(entry.at)}>
          {formatSpokenDateTime(entry.at, now)}
        </Text>
      </Group>
      <Text size="xs" c="dimmed">
        {entityOf(entry.entity).label} · {actions[entry.action]}
      </Text>
      {entry.set && (
        <Text size="xs" c="dimmed">
          {togetherLine(entry.set, entry.kind)}
        </Text>
      )}
      {/* What waits stands under a heading that says so. */}
      {entry.kind !== 'waiting' && entry.message && (
        <Text size="sm" mt={6}>
          {entry.message}
        </Text>
      )}
      <Fields entry={entry} />
      <Group gap="xs" mt="xs">
        {entry.kind === 'refused' && (
          <Button size="compact-sm" disabled={busy} onClick={() => void run('sync.retry', 'Offered again')}>
            Retry
          </Button>
        )}
        {mend && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={busy}
            onClick={() => onLeave(() => goToForm(navigate, mend))}
          >
            Edit
          </Button>
        )}
        {entry.kind === 'conflict' ? (
          <>
            {settling.putBack && (
              <Button
                size="compact-sm"
                disabled={busy}
                onClick={() => void run('sync.putBack', settling.putBackDone)}
              >
                {settling.putBack}
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              disabled={busy}
              onClick={() => void run('sync.discard', settling.leaveDone)}
            >
              {settling.leave}
            </Button>
          </>
        ) : (
          <Button size="compact-sm" variant="default" disabled={busy} onClick={() => void discard()}>
            Discard
          </Button>
        )}
      </Group>
    </li>
  );
}

/** That others belong to it, and share its lot. */
function togetherLine({ title, changes }: NonNullable<TrayEntry['set']>, kind: TrayEntry['kind']): string {
  if (changes === 1) return `Part of “${title}”.`;
  const one = `One of ${changes} changes made in one go: “${title}”.`;
  return kind === 'refused' ? `${one} None of them was saved.` : one;
}

/** What people call the record: the way to it, or to whom it is about, where that is there and the user has a screen for it. */
function RecordName({ entry, onLeave }: Pick<TrayCardProps, 'entry' | 'onLeave'>): ReactNode {
  const present = useLocation();
  const navigate = useNavigate();
  const role = useRole();
  const { seenWith } = entry;
  const path = pathShowing(seenWith?.entity ?? entry.entity, role);
  const title = (
    <>
      <bdi>{entry.title || 'Unnamed'}</bdi>
      {seenWith && (
        <>
          {' – '}
          <bdi>{seenWith.title || 'Unnamed'}</bdi>
        </>
      )}
    </>
  );
  if (!(seenWith || entry.there) || path === undefined) {
    return (
      <Text fw={600} size="sm" truncate>
        {title}
      </Text>
    );
  }
  const address = recordAddress(path, seenWith?.id ?? entry.recordId, present);
  return (
    <Anchor
      component={Link}
      to={address}
      fw={600}
      size="sm"
      truncate
      onClick={(event) => {
        event.preventDefault();
        onLeave(() => void navigate(address));
      }}
    >
      {title}
    </Anchor>
  );
}

function Fields({ entry }: { entry: TrayEntry }): ReactNode {
  if (entry.fields.length === 0) return null;
  const definitions = entityOf(entry.entity).fields;
  const say = (name: string, value: unknown, text: string | undefined): string => {
    const definition = definitions[name];
    return text ?? ((definition ? fieldText(definition, value) : unknownFieldText(value)) || 'empty');
  };
  if (entry.kind !== 'conflict' || entry.action === 'delete') {
    return (
      <dl className={classes.fields}>
        {entry.fields.map(({ name, label, value, text }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{say(name, value, text)}</dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <table className={classes.conflict}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Yours</th>
          <th scope="col">Theirs</th>
        </tr>
      </thead>
      <tbody>
        {entry.fields.map(({ name, label, value, stands, text, standsText }) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td>{say(name, value, text)}</td>
            <td>{say(name, stands, standsText)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
