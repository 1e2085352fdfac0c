import type { CvProposal } from '#shared/protocol/document-calls.ts';
import type { ContactMatch } from '#shared/protocol/duplicates.ts';
import { Alert, Anchor, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { matchSentence } from '../known-contact/match-sentence.ts';
import { showRecord } from '../known-contact/shown-record.ts';
import type { DocumentOwner } from './documented.ts';
import classes from './documents.module.css';

interface CvDuplicatesProps {
  proposals: readonly CvProposal[];
  busy: boolean;
  onAttach: (owner: DocumentOwner) => void;
}

/** Who has a number or an address of the CV already: the way to look, and to give that candidate the CV instead. */
export function CvDuplicates({ proposals, busy, onAttach }: CvDuplicatesProps): ReactNode {
  const contacts = proposals.filter(({ field }) => field === 'mobile' || field === 'email');
  const { data: matches = [] } = useQuery({
    queryKey: ['cv-duplicates', contacts.map(({ field, value }) => [field, value])],
    queryFn: () => matchesOf(contacts),
    enabled: contacts.length > 0,
    // Without an answer nothing is said: nobody is held up by it.
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  if (matches.length === 0) return null;
  return (
    <Alert
      role="status"
      color="yellow"
      mb="sm"
      title="Here already?"
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <ul className={`${classes.rows} ${classes.known}`}>
        {matches.map((match) => (
          <li key={`${match.entity} ${match.id}`}>
            {matchSentence(match, 'candidate')}{' '}
            <Anchor
              component="button"
              type="button"
              size="sm"
              aria-label={`Open ${match.title}`}
              onClick={() => showRecord(match)}
            >
              Open
            </Anchor>
            {match.entity === 'candidate' && (
              <div>
                <Button
                  size="compact-sm"
                  variant="default"
                  mt={4}
                  disabled={busy}
                  onClick={() => onAttach({ entity: 'candidate', id: match.id, title: match.title })}
                >
                  Attach the CV to {match.title} instead
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Each record once, with the first of its signs. */
async function matchesOf(contacts: readonly CvProposal[]): Promise<ContactMatch[]> {
  const found = await Promise.all(
    contacts.map(({ field, value }) =>
      bridge.call('records.withContact', {
        entity: 'candidate',
        field,
        value: value.slice(0, 200),
        id: null,
      }),
    ),
  );
  const byRecord = new Map<string, ContactMatch>();
  for (const match of found.flat()) {
    const key = `${match.entity} ${match.id}`;
    if (!byRecord.has(key)) byRecord.set(key, match);
  }
  return [...byRecord.values()];
}
