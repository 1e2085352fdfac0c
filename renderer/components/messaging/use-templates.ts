import { MESSAGED, type MessageChannel, type Messaged } from '#shared/model/message-template.ts';
import type { ListRow } from '#shared/protocol/list-calls.ts';
import { useCallback, useEffect, useState } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import type { Person } from '../activities/person.ts';
import { sentenceOf } from '../messages/messages.tsx';

/** A template as it is chosen. */
export interface Template {
  id: string;
  name: string;
  channel: MessageChannel;
  subject: string;
  text: string;
}

export interface Templates {
  /** The active ones for that kind of person, by name; null while they are fetched. */
  all: readonly Template[] | null;
  /** Why they could not be, as a sentence. */
  failure: string | null;
}

/** More than anybody chooses from. */
const MOST = 500;

/** The templates for a kind of person, as they are now. */
export function useTemplates(entity: Person['entity']): Templates {
  const [found, setFound] = useState<Templates>({ all: null, failure: null });
  const fetchAll = useCallback((): void => {
    bridge
      .call('records.list', { entity: 'messageTemplate', list: 'templates', offset: 0, limit: MOST })
      .then(
        ({ rows }) => setFound({ all: rows.flatMap((row) => templateFor(entity, row)), failure: null }),
        (error: unknown) =>
          setFound({ all: [], failure: sentenceOf(error, 'The templates could not be fetched.') }),
      );
  }, [entity]);
  useEffect(fetchAll, [fetchAll]);
  useBridgeEvent('changed', ({ entity: changed }) => {
    if (changed === 'messageTemplate') fetchAll();
  });
  return found;
}

function templateFor(entity: Person['entity'], row: ListRow): Template[] {
  const { _id: id, name, channel, audience, active } = row;
  const isFor = Array.isArray(audience) && audience.some((word: Messaged) => MESSAGED[word]?.name === entity);
  if (!isFor || active !== true) return [];
  const template = { id, name: textOf(name), subject: textOf(row['subject']), text: textOf(row['text']) };
  return [{ ...template, channel: channel === 'Email' ? 'Email' : 'WhatsApp' }];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
