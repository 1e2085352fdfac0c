import { Alert, Button, Group } from '@mantine/core';
import { IconInfoCircle, IconTrashOff } from '@tabler/icons-react';
import type { LedTo } from '#shared/protocol/duplicates.ts';
import type { ReactNode } from 'react';
import classes from './record-form.module.css';

interface OutsideNewsProps {
  /** What the record is called: "candidate". */
  noun: string;
  /** Where the record leads to this one that was asked for, as a sentence; null where it is that one. */
  led: string | null;
  editing: boolean;
  gone: boolean;
  /** Where the record leads that is gone, because it was merged into that one; null where it was not. */
  away: LedTo | null;
  taken: readonly string[];
  contested: readonly string[];
  onClose: () => void;
  onRestore: (() => void) | null;
  /** To the one that stays. */
  onOpen: () => void;
}

const listed = new Intl.ListFormat('en-IN', { type: 'conjunction' });

/** A calm word about what happened to the record elsewhere while it is open. Takes and gives labels, not names. */
export function OutsideNews(props: OutsideNewsProps): ReactNode {
  const { noun, led, editing, gone, away, taken, contested, onClose, onRestore, onOpen } = props;
  return (
    <div aria-live="polite" className={classes.news}>
      {led !== null && !gone && (
        <Alert color="blue" py={8} icon={<IconInfoCircle size={18} aria-hidden />}>
          {led}
        </Alert>
      )}
      {gone && (
        <Alert color="yellow" py={8} icon={<IconTrashOff size={18} aria-hidden />}>
          <Group justify="space-between" wrap="nowrap">
            <span>
              {away
                ? `${away.name || `This ${noun}`} was merged into ${away.stays}.`
                : `This ${noun} was deleted elsewhere, or is no longer yours to see.`}
              {editing && ' What you typed is still here.'}
            </span>
            {away && (
              <Button size="compact-sm" variant="default" flex="none" onClick={onOpen}>
                Open {away.stays}
              </Button>
            )}
            {/* To restore what was merged away undoes the merge: that is done where it was merged, and known to be that. */}
            {onRestore && !away && (
              <Button size="compact-sm" variant="default" flex="none" onClick={onRestore}>
                Restore the {noun}
              </Button>
            )}
          </Group>
        </Alert>
      )}
      {!gone && taken.length + contested.length > 0 && (
        <Alert
          color="blue"
          py={8}
          icon={<IconInfoCircle size={18} aria-hidden />}
          withCloseButton
          closeButtonLabel="Close notice"
          onClose={onClose}
        >
          This {noun} was changed elsewhere.
          {taken.length > 0 &&
            ` ${listed.format(taken)} now ${taken.length > 1 ? 'show' : 'shows'} the new value.`}
          {contested.length > 0 &&
            ` What you wrote in ${listed.format(contested)} is kept and will replace the other when you save.`}
        </Alert>
      )}
    </div>
  );
}
