import type { MessageChannel } from '#shared/model/message-template.ts';
import { MOST_MESSAGED, tooManyMessages, type PersonToMessage } from '#shared/protocol/messages.ts';
import { useEffect, useState } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import type { Person } from '../activities/person.ts';
import type { SelectedRows } from '../bulk-actions/bulk-action.ts';
import { sentenceOf } from '../messages/messages.tsx';

interface PeopleToMessage {
  /** In the order of the list; null while they are read. */
  people: readonly PersonToMessage[] | null;
  /** Why it cannot be begun, as a sentence. */
  failure: string | null;
}

/** The selected people, as they were when that was asked, and who of them can be reached. */
export function usePeopleToMessage(
  entity: Person['entity'],
  { query, asked, count }: SelectedRows,
  channel: MessageChannel,
): PeopleToMessage {
  const [found, setFound] = useState<PeopleToMessage>({ people: null, failure: null });
  const { sort } = query;
  // So many would only be looked for in vain.
  const tooMany = count !== null && count > MOST_MESSAGED ? tooManyMessages(count) : null;
  useEffect(() => {
    if (tooMany !== null) return;
    let wanted = true;
    const ordered = { ...asked.query, entity, ...(sort ? { sort } : {}) };
    bridge.call('messages.people', { query: ordered, picked: asked.picked, channel }).then(
      (people) => wanted && setFound({ people, failure: null }),
      (error: unknown) =>
        wanted &&
        setFound({ people: null, failure: sentenceOf(error, 'The people could not be read. Try again.') }),
    );
    return () => {
      wanted = false;
    };
  }, [entity, asked, sort, channel, tooMany]);
  return tooMany === null ? found : { people: null, failure: tooMany };
}
