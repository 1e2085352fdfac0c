import { entityOf } from '#shared/model/entities.ts';
import { hasEmail, MESSAGE_CHANNELS, type MessageChannel } from '#shared/model/message-template.ts';
import type { MessageText } from '#shared/protocol/draft-calls.ts';
import { useState } from 'react';
import type { Person } from '../activities/person.ts';
import { useTemplates, type Template } from './use-templates.ts';

/** What was chosen last for a kind of person and a channel, until the page is loaded anew: mostly it is wanted again. */
const lastChosen = new Map<string, string>();
let lastChannel: MessageChannel = 'WhatsApp';

export interface TemplateChoice {
  /** Those by which such people can be reached at all. */
  channels: readonly MessageChannel[];
  channel: MessageChannel;
  setChannel: (channel: MessageChannel) => void;
  /** Those of the channel; null while they are fetched. */
  templates: readonly Template[] | null;
  failure: string | null;
  template: Template | null;
  /** Its id, also where it is no longer there. */
  chosen: string | null;
  setTemplate: (id: string | null) => void;
}

/**
 * The channel and the template of a message to a kind of person.
 * @param before what was written before, what was typed last at the end: it goes on there
 */
export function useTemplateChoice(
  entity: Person['entity'],
  before: readonly MessageText[] = [],
): TemplateChoice {
  const channels = MESSAGE_CHANNELS.filter((each) => each !== 'Email' || hasEmail(entityOf(entity)));
  const [chosenChannel, setChannel] = useState(before.at(-1)?.channel ?? lastChannel);
  const channel = channels.find((each) => each === chosenChannel) ?? 'WhatsApp';
  const key = `${entity} ${channel}`;
  const [chosen, setChosen] = useState<Readonly<Record<string, string | null>>>(() =>
    Object.fromEntries(before.map((each) => [`${entity} ${each.channel}`, each.template])),
  );
  const { all, failure } = useTemplates(entity);
  const templates = all && all.filter((each) => each.channel === channel);
  const id = key in chosen ? chosen[key] : lastChosen.get(key);
  return {
    channels,
    channel,
    setChannel: (next) => {
      lastChannel = next;
      setChannel(next);
    },
    templates,
    failure,
    template: templates?.find((each) => each.id === id) ?? null,
    chosen: id ?? null,
    setTemplate: (next) => {
      if (next === null) lastChosen.delete(key);
      else lastChosen.set(key, next);
      setChosen((now) => ({ ...now, [key]: next }));
    },
  };
}
