import { spokenWithin } from '#shared/format/dates.ts';
import type { DraftSummary, KeptDraft } from '#shared/protocol/draft-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { confirm, sentenceOf, showError } from '../messages/messages.tsx';
import { copyText } from '../record-links/copy-button.tsx';
import { useNow } from '../use-now.ts';
import { useLateOpening } from '../use-late-opening.ts';
import { draftText, draftTitle, goneSentence } from './draft-wording.ts';
import classes from './drafts.module.css';
import { refreshLeft, useLeftDrafts } from './left-drafts.ts';
import { goneOf, isStillToCome, type Gone } from './open-draft.ts';

interface DraftsDialogProps {
  /** Opens the form again. */
  onContinue: (id: string) => void;
  onClose: () => void;
}

/** Above a message that is being written, which may be what came back first. */
const LAYER = 400;
const MINUTE_MS = 60_000;
const STILL_TO_COME =
  'The records of this PC are being fetched again. Try again when they are here; what you had typed is kept.';

/** What was typed in forms and not saved, to be gone on with or thrown away. */
export function DraftsDialog({ onContinue, onClose }: DraftsDialogProps): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const left = useLeftDrafts((drafts) => drafts.left);
  const [read, setRead] = useState<{ draft: KeptDraft; gone: Gone } | null>(null);
  const now = useNow(MINUTE_MS);
  /** The form opens once this dialog is out of its way, and so has the focus. */
  const wanted = useRef<string | null>(null);
  useEffect(() => void refreshLeft(), []);

  const goOn = (id: string): void => {
    wanted.current = id;
    setOpened(false);
  };
  const look = async (draft: DraftSummary): Promise<void> => {
    const gone = await goneOf(draft);
    if (!gone) return goOn(draft.id);
    if (await isStillToCome()) throw new PlainError('unavailable', STILL_TO_COME);
    const kept = await bridge.call('drafts.read', { id: draft.id });
    setRead(kept && { draft: kept, gone });
  };
  const discard = async (draft: DraftSummary): Promise<void> => {
    const isMeant = await confirm({
      title: 'Discard what you had typed?',
      message: `${draftTitle(draft)}: what you had typed is not kept any more.`,
      confirmLabel: 'Discard',
      cancelLabel: 'Keep',
      danger: true,
      cancelFirst: true,
    });
    if (!isMeant) return;
    await bridge.call('drafts.forget', { id: draft.id });
    const others = await refreshLeft();
    if (others.length === 0) setOpened(false);
  };
  const failed = (error: unknown): void => showError(sentenceOf(error, 'That did not work. Try again.'));

  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={() => {
        onClose();
        if (wanted.current !== null) onContinue(wanted.current);
      }}
      title="Unsaved forms"
      size={640}
      zIndex={LAYER}
    >
      <Stack gap="sm">
        {left.length === 0 && <Text size="sm">There is no form that you have not saved.</Text>}
        {left.length > 0 && (
          <Text size="sm" c="dimmed">
            What you had typed in them is kept on this PC until you save or discard it.
          </Text>
        )}
        <ul className={classes.list}>
          {left.map((draft) => (
            <li key={draft.id} className={classes.draft}>
              <div className={classes.line}>
                <div className={classes.what}>
                  <b>{draftTitle(draft)}</b>
                  <span className={classes.when}>Typed {spokenWithin(draft.at, now)}</span>
                </div>
                <Group gap="xs" wrap="nowrap">
                  {read?.draft.id === draft.id ? (
                    <Button
                      size="compact-md"
                      variant="default"
                      onClick={() => copyText(draftText(read.draft))}
                    >
                      Copy text
                    </Button>
                  ) : (
                    <Button
                      size="compact-md"
                      variant="default"
                      aria-label={`Continue ${draftTitle(draft)}`}
                      onClick={() => void look(draft).catch(failed)}
                    >
                      Continue
                    </Button>
                  )}
                  <Button
                    size="compact-md"
                    variant="default"
                    aria-label={`Discard ${draftTitle(draft)}`}
                    onClick={() => void discard(draft).catch(failed)}
                  >
                    Discard
                  </Button>
                </Group>
              </div>
              {read?.draft.id === draft.id && (
                <div role="status">
                  <p className={classes.gone}>{goneSentence(read.gone)}</p>
                  <p className={classes.text}>{draftText(read.draft)}</p>
                </div>
              )}
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setOpened(false)}>
            Close
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
