import type { EntityName } from '#shared/model/entities.ts';
import { Anchor } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import classes from './known-contact.module.css';
import { matchSentence } from './match-sentence.ts';
import { showRecord } from './shown-record.ts';

/** The forms in which it is said who has a number or an address already. */
const ASKED_IN: readonly EntityName[] = ['candidate', 'inquiry', 'hrRecord', 'user'];

export const isAskedIn = (entity: string): boolean => ASKED_IN.some((name) => name === entity);

const KEY = 'known-contact';

interface KnownContactProps {
  entity: EntityName;
  field: string;
  /** What is typed. */
  value: unknown;
  /** The record that it is typed for; null for a new one. */
  id: string | null;
  /** Ids of the person's other records, of which nothing is said. */
  own: readonly string[];
}

/** Who has the typed number or address already, with the way to look at it. It warns, and refuses nothing. */
export function KnownContact({ entity, field, value, id, own }: KnownContactProps): ReactNode {
  const client = useQueryClient();
  const text = typeof value === 'string' ? value.trim().slice(0, 200) : '';
  const { data: matches = [] } = useQuery({
    queryKey: [KEY, entity, field, text, id],
    queryFn: () => bridge.call('records.withContact', { entity, field, value: text, id }),
    enabled: text !== '',
    // Without an answer nothing is said: saving is not held up by it.
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  useBridgeEvent('changed', (event) => {
    if (isAskedIn(event.entity)) void client.invalidateQueries({ queryKey: [KEY] });
  });
  const others = matches.filter((match) => !own.includes(match.id));
  return (
    <div role="status" className={classes.known}>
      {others.map((match) => (
        <span key={match.id} className={classes.match}>
          {matchSentence(match, entity)}{' '}
          <Anchor
            component="button"
            type="button"
            size="xs"
            aria-label={`Open ${match.title}`}
            onClick={() => showRecord(match)}
          >
            Open
          </Anchor>
        </span>
      ))}
    </div>
  );
}
