import { Alert, Button, Group } from '@mantine/core';
import { IconHistory, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { NotKept } from './draft-keeper.ts';

interface DraftNoteProps {
  /** Whether the form was opened with what was typed before. */
  isRestored: boolean;
  /** Whether it has fields whose pictures or documents are not kept. */
  hasFiles: boolean;
  notKept: NotKept | null;
  /** What is done with it in the end. */
  end?: 'Save' | 'Open';
  onDiscard: () => void;
}

const NOT_KEPT: Readonly<Record<NotKept, string>> = {
  'too-large': 'This form holds too much to be kept if the application stops. Save it soon.',
  'not-written':
    'What you type here would be lost if the application stopped: this computer cannot write it down, perhaps since its disk is full. Save it soon.',
};

/** What is to be said about the draft of a form; nothing while all is as usual. */
export function DraftNote({
  isRestored,
  hasFiles,
  notKept,
  end = 'Save',
  onDiscard,
}: DraftNoteProps): ReactNode {
  return (
    <>
      {isRestored && (
        <Alert role="status" color="blue" py={8} radius={0} icon={<IconHistory size={18} aria-hidden />}>
          <Group justify="space-between" wrap="nowrap" gap="md">
            <span>
              This is what you had typed before the application stopped. {end} it, or discard it.
              {hasFiles && ' A picture or document that you had chosen has to be chosen again.'}
            </span>
            <Button size="compact-sm" variant="default" flex="none" onClick={onDiscard}>
              Discard
            </Button>
          </Group>
        </Alert>
      )}
      {notKept !== null && (
        <Alert role="status" color="yellow" py={8} radius={0} icon={<IconInfoCircle size={18} aria-hidden />}>
          {NOT_KEPT[notKept]}
        </Alert>
      )}
    </>
  );
}
