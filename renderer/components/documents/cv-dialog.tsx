import { documentName } from '#shared/model/document-file.ts';
import { entityOf } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { newId } from '#shared/model/new-id.ts';
import type { CvProposal } from '#shared/protocol/document-calls.ts';
import { Alert, Button, Checkbox, Group, Loader, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { askForForm } from '../../stores/asked-form.ts';
import { useShownRecord } from '../known-contact/shown-record.ts';
import { FirstFocus } from '../keyboard/first-focus.tsx';
import { sentenceOf, showFailure } from '../messages/messages.tsx';
import { useLateOpening } from '../use-late-opening.ts';
import { tellKept } from './attach-dialog.tsx';
import { contentOf, refusalOf, UNREADABLE } from './chosen-file.ts';
import { CvDuplicates } from './cv-duplicates.tsx';
import { useDocumentDialogs } from './document-dialogs.ts';
import type { DocumentOwner } from './documented.ts';
import classes from './documents.module.css';
import { attachAfterSave, keepCv } from './attach-after-save.ts';

interface CvDialogProps {
  file: File;
  /** Path of the screen that has the form. */
  path: string;
  onClose: () => void;
}

/** What a CV proposes for a new candidate, each to be confirmed; the form that follows is filled with it, and nothing is saved yet. */
export function CvDialog({ file, path, onClose }: CvDialogProps): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [documentId] = useState(newId);
  const [attaching, setAttaching] = useState(false);
  const read = useQuery({
    queryKey: ['cv', documentId],
    queryFn: async () => {
      const refusal = await refusalOf(file);
      if (refusal !== null) return { refusal, proposals: [], problem: null };
      return { refusal: null, ...(await bridge.call('documents.readCv', await contentOf(file))) };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  const proposals = read.data?.proposals ?? [];
  const refusal = read.data?.refusal ?? null;
  const covered = useShownRecord(({ open }) => open !== null);
  const documentOver = useDocumentDialogs(({ open }) => open !== null);
  const close = (): void => {
    if (!attaching) setOpened(false);
  };
  const goOn = (): void => {
    askForForm({
      path,
      mode: 'add',
      id: null,
      values: Object.fromEntries(
        proposals.filter(({ field }) => !left.has(field)).map(({ field, value }) => [field, value]),
      ),
      afterSave: attachAfterSave(documentId, file),
    });
    setOpened(false);
  };
  const attachTo = async (owner: DocumentOwner): Promise<void> => {
    setAttaching(true);
    try {
      const { set, problem } = await keepCv(documentId, file, owner);
      tellKept([{ file, set, sentence: problem }], owner);
      setOpened(false);
    } catch (error) {
      showFailure('Failed to attach the CV', error, () => attachTo(owner));
    } finally {
      setAttaching(false);
    }
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={onClose}
      closeOnClickOutside={false}
      size={640}
      // What lies over it has an Escape of its own.
      closeOnEscape={!covered && !documentOver}
      title={
        <>
          Candidate from a CV <span className={classes.of}>{documentName(file.name)}</span>
        </>
      }
    >
      <FirstFocus />
      {read.isPending && (
        <Group gap="sm" role="status" py="md">
          <Loader size="sm" /> Reading the CV...
        </Group>
      )}
      {(read.isError || refusal !== null) && (
        <Alert role="alert" color="red" title="This file cannot be read">
          {refusal ?? sentenceOf(read.error, UNREADABLE)}
        </Alert>
      )}
      {read.data && refusal === null && (
        <>
          <CvDuplicates proposals={proposals} busy={attaching} onAttach={(owner) => void attachTo(owner)} />
          {read.data.problem !== null && (
            <Text size="sm" py="xs">
              {read.data.problem}
            </Text>
          )}
          {proposals.length === 0 ? (
            <Text size="sm" py="xs">
              Nothing was found for the form. It opens empty, and the CV is attached when you save it.
            </Text>
          ) : (
            <>
              <Text size="sm" c="dimmed" pb={4}>
                What the CV seems to say. Untick what is not right; nothing is saved yet.
              </Text>
              <ul className={classes.lines} aria-label="Proposals">
                {proposals.map((proposal) => (
                  <ProposalLine
                    key={proposal.field}
                    proposal={proposal}
                    ticked={!left.has(proposal.field)}
                    onTick={(ticked) =>
                      setLeft((now) => {
                        const next = new Set(now);
                        if (ticked) next.delete(proposal.field);
                        else next.add(proposal.field);
                        return next;
                      })
                    }
                  />
                ))}
              </ul>
            </>
          )}
        </>
      )}
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={close} disabled={attaching}>
          {read.data && refusal === null ? 'Cancel' : 'Close'}
        </Button>
        <Button data-autofocus onClick={goOn} disabled={!read.data || refusal !== null} loading={attaching}>
          Continue
        </Button>
      </Group>
    </Modal>
  );
}

interface ProposalLineProps {
  proposal: CvProposal;
  ticked: boolean;
  onTick: (ticked: boolean) => void;
}

function ProposalLine({ proposal, ticked, onTick }: ProposalLineProps): ReactNode {
  const { field, value, from } = proposal;
  const { label } = fieldOf(entityOf('candidate'), field);
  return (
    <li className={classes.line}>
      <Checkbox
        label={
          <>
            <span className={classes.of}>{label}:</span> {value}
          </>
        }
        checked={ticked}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
      {from !== '' && from !== value && <span className={classes.said}>“{from}”</span>}
    </li>
  );
}
