import { documentName } from '#shared/model/document-file.ts';
import { DOCUMENT_KINDS } from '#shared/model/document.ts';
import { ActionIcon, Button, Group, Loader, Modal, Progress, Select, Text } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { undoChange } from '../changes/undo.ts';
import { FirstFocus } from '../keyboard/first-focus.tsx';
import { confirm, showToast, type Confirmation } from '../messages/messages.tsx';
import { useErased } from '../persons/use-erased.ts';
import { useUnloadQuestion } from '../record-form/use-unload-question.ts';
import { useLateOpening } from '../use-late-opening.ts';
import { ChooseButton } from './choose-button.tsx';
import type { DocumentKind } from './document-kind.ts';
import type { DocumentOwner } from './documented.ts';
import classes from './documents.module.css';
import { DropArea } from './drop-area.tsx';
import { sizeText } from './file-size.ts';
import { DOCUMENT_LAYER } from './layer.ts';
import { useAttaching, type AttachedFile } from './use-attaching.ts';

/** How long Undo is offered, in milliseconds. */
const UNDO_MS = 10_000;

interface AttachDialogProps {
  owner: DocumentOwner;
  hasCv: boolean;
  given: readonly File[];
  onClose: () => void;
}

/** Chosen files with the kind that each is taken for; they are kept one after the other, and each bad one says why. */
export function AttachDialog({ owner, hasCv, given, onClose }: AttachDialogProps): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const [kindsGiven, setKindsGiven] = useState(false);
  const { files, busy, setKind, leaveOut, more, attach } = useAttaching(owner, given, hasCv);
  // Those that are still read for the first time too: whoever presses Enter as they come means them.
  const open = files.filter(({ state }) => state !== 'refused' && state !== 'kept');
  const kept = files.filter(({ state }) => state === 'kept');
  // One file is chosen again in a moment; several, or what was said of them, is work.
  const isWork = open.length > 1 || (open.length > 0 && kindsGiven);
  useUnloadQuestion(busy || isWork, () => {
    if (!busy) setOpened(false);
  });
  useErased(owner.entity, owner.id, () => setOpened(false));

  const close = async (): Promise<void> => {
    if (busy || (isWork && !(await confirm(leaving(open.length))))) return;
    setOpened(false);
  };
  const drop = (dropped: readonly File[]): void => {
    more(dropped);
    // It may be on its way out.
    setOpened(true);
  };
  const run = async (): Promise<void> => {
    if (busy || open.length === 0) return;
    const before = new Set(kept.map(({ id }) => id));
    const after = await attach();
    tellKept(
      after.filter(({ id, state }) => state === 'kept' && !before.has(id)),
      owner,
    );
    // What could not be kept stays with its sentence, and what was dropped meanwhile to be attached.
    if (after.every(({ state }) => state === 'kept')) setOpened(false);
  };
  return (
    <Modal
      opened={opened}
      onClose={() => void close()}
      onExitTransitionEnd={onClose}
      closeOnClickOutside={false}
      size={720}
      zIndex={DOCUMENT_LAYER}
      title={
        <>
          Attach documents <span className={classes.of}>{owner.title}</span>
        </>
      }
    >
      <FirstFocus />
      <DropArea hint="Drop to attach these too" onFiles={drop}>
        <ul className={classes.chosen} aria-label="Chosen files">
          {files.map((each) => (
            <ChosenFile
              key={each.id}
              chosen={each}
              busy={busy}
              onKind={(kind) => {
                setKind(each.id, kind);
                setKindsGiven(true);
              }}
              onLeaveOut={() => leaveOut(each.id)}
            />
          ))}
        </ul>
        {busy && (
          <Progress
            mt="sm"
            value={(100 * kept.length) / Math.max(1, kept.length + open.length)}
            animated
            aria-label="Attaching"
          />
        )}
        {files.length === 0 && <Text c="dimmed">No file is chosen.</Text>}
      </DropArea>
      <Group justify="flex-end" gap="sm" mt="md">
        {!busy && (
          <div className={classes.atStart}>
            <ChooseButton label="Choose more" variant="subtle" multiple onFiles={more} />
          </div>
        )}
        <Button variant="default" onClick={() => void close()} disabled={busy}>
          {open.length === 0 ? 'Close' : 'Cancel'}
        </Button>
        <Button data-autofocus onClick={() => void run()} loading={busy} disabled={open.length === 0}>
          {open.length < 2 ? 'Attach' : `Attach ${open.length} documents`}
        </Button>
      </Group>
    </Modal>
  );
}

const leaving = (count: number): Confirmation => ({
  title: 'Attach nothing?',
  message:
    count === 1 ? 'The chosen file is not attached yet.' : `${count} chosen files are not attached yet.`,
  confirmLabel: count === 1 ? 'Leave it out' : 'Leave them out',
  cancelLabel: 'Go on choosing',
  danger: true,
  cancelFirst: true,
});

interface ChosenFileProps {
  chosen: AttachedFile;
  busy: boolean;
  onKind: (kind: DocumentKind) => void;
  onLeaveOut: () => void;
}

function ChosenFile({ chosen, busy, onKind, onLeaveOut }: ChosenFileProps): ReactNode {
  const { file, kind, state, sentence } = chosen;
  const isBad = state === 'refused' || state === 'failed';
  return (
    <li className={classes.chosenFile} data-bad={isBad || undefined}>
      <div className={classes.what}>
        <span className={classes.chosenName}>{documentName(file.name)}</span>
        <span className={classes.facts}>{sizeText(file.size)}</span>
        {sentence !== null && (
          <span role={isBad ? 'alert' : 'status'} className={isBad ? classes.bad : classes.facts}>
            {isBad && <IconAlertCircle size={15} aria-hidden />} {sentence}
          </span>
        )}
      </div>
      {state !== 'refused' && (
        <Select
          aria-label={`Kind of ${documentName(file.name)}`}
          className={classes.chosenKind}
          size="sm"
          data={DOCUMENT_KINDS}
          value={kind}
          allowDeselect={false}
          disabled={busy || state === 'kept'}
          comboboxProps={{ zIndex: DOCUMENT_LAYER + 1 }}
          onChange={(value) => onKind(DOCUMENT_KINDS.find((each) => each === value) ?? 'Other')}
        />
      )}
      <span className={classes.chosenState}>
        {(state === 'looking' || state === 'sending') && (
          <Loader size={16} aria-label={state === 'sending' ? 'Attaching' : 'Reading'} />
        )}
        {state === 'kept' && <IconCheck size={18} role="img" aria-label="Attached" />}
        {!busy && state !== 'kept' && state !== 'looking' && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Leave out ${documentName(file.name)}`}
            title="Leave out"
            onClick={onLeaveOut}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
      </span>
    </li>
  );
}

/** Says what is attached, with the way to take it back. */
export function tellKept(
  kept: readonly Pick<AttachedFile, 'file' | 'set' | 'sentence'>[],
  owner: DocumentOwner,
): void {
  const [first] = kept;
  if (!first) return;
  const sets = kept.flatMap(({ set }) => (set === null ? [] : [set]));
  const whose = owner.title === '' ? '' : ` to ${owner.title}`;
  const problems = kept.flatMap(({ file, sentence }) =>
    sentence === null ? [] : [kept.length === 1 ? sentence : `${documentName(file.name)}: ${sentence}`],
  );
  showToast({
    title: kept.length === 1 ? 'Document attached' : `${kept.length} documents attached`,
    message: [kept.length === 1 ? `${documentName(first.file.name)}${whose}.` : '', ...problems]
      .join(' ')
      .trim(),
    autoClose: UNDO_MS,
    ...(sets.length > 0 ? { action: { label: 'Undo', run: () => void undoAll(sets) } } : {}),
  });
}

/** One after the other, the last first. */
async function undoAll(sets: readonly string[]): Promise<void> {
  for (const set of sets.toReversed()) if (!(await undoChange(set))) return;
}
