import type { MessageLink } from '#shared/messages/message-links.ts';
import { chatMessageLink, mailMessageLink } from '#shared/messages/message-links.ts';
import { fillTemplate, type Gap } from '#shared/messages/fill-template.ts';
import { waysToReach } from '#shared/messages/ways-to-reach.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { MessageChannel } from '#shared/model/message-template.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { MOST_TEXTS, type KeptDraft, type MessageText } from '#shared/protocol/draft-calls.ts';
import { useMemo, useState } from 'react';
import { useRole, useUser } from '../../stores/session.ts';
import type { Person } from '../activities/person.ts';
import { useChatOpener } from './chat-opener.ts';
import type { Template } from './use-templates.ts';

/** A message to one person, as it stands. */
export interface Message {
  channel: MessageChannel;
  /** The numbers or addresses it can go to. */
  ways: readonly string[];
  to: string | null;
  subject: string;
  text: string;
  /** What is missing, as far as its mark still stands in the text. */
  gaps: readonly Gap[];
  /** Whether the gaps were told, so that it may be opened with them. */
  warned: boolean;
  /** Whether what somebody wrote to this person would be lost. */
  edited: boolean;
  /** What was written to this person, another object with each change; null where nothing was. */
  written: Written | null;
  /** null where nobody can be reached. */
  link: MessageLink | null;
  set: (changes: { to?: string; subject?: string; text?: string; warned?: boolean }) => void;
}

/** What is kept of a message. */
export type Written = NonNullable<KeptDraft['message']>;

interface Edited {
  person: string | undefined;
  channel: MessageChannel;
  template: string | null;
  subject?: string;
  text?: string;
  warned?: boolean;
}

/** What somebody has written, by person, channel and template; what was typed last at the end. */
type Edits = Readonly<Record<string, Edited | undefined>>;

/**
 * The message that a template makes for a person, and what is changed in it. For another person, channel or template it
 * begins anew, and going back brings back what was written there; as long as nobody has written in it, it follows the
 * record.
 * @param chosen the template's id: what was written stays also where the template has gone meanwhile
 * @param before what was written to this person before the dialog opened
 */
export function useMessage(
  person: Pick<Person, 'entity'> & { id: string | undefined },
  view: RecordView | null | undefined,
  channel: MessageChannel,
  template: Template | null,
  chosen: string | null,
  before?: Written,
): Message {
  const role = useRole();
  const sender = useUser().name;
  const [opener] = useChatOpener();
  const of = [person.id, channel, chosen].join(' ');
  const [kept, setKept] = useState<Edits>(() => editsOf(person.id, before));
  /** The number or address chosen of several: another template goes there too. */
  const [chosenWay, setChosenWay] = useState<{ of: string | undefined; to?: string | null }>({
    of: person.id,
    to: before?.to ?? null,
  });
  const edited: Partial<Edited> = kept[of] ?? {};

  const entity = entityOf(person.entity);
  const fill = (text: string): { text: string; gaps: readonly Gap[] } =>
    view
      ? fillTemplate(text, { entity, record: view.record, references: view.references, role, sender })
      : { text: '', gaps: [] };
  const filled = { subject: fill(template?.subject ?? ''), text: fill(template?.text ?? '') };
  const ways = view ? waysToReach(entity, view.record, channel) : [];
  const asked = chosenWay.of === person.id ? chosenWay.to : undefined;
  const to = ways.find((way) => way === asked) ?? ways[0] ?? null;
  const subject = channel === 'Email' ? (edited.subject ?? filled.subject.text) : '';
  const text = edited.text ?? filled.text.text;
  const gaps = [...filled.subject.gaps, ...filled.text.gaps].filter(
    ({ mark }, at, all) =>
      all.findIndex((each) => each.mark === mark) === at && (text.includes(mark) || subject.includes(mark)),
  );
  const link =
    to === null
      ? null
      : channel === 'Email'
        ? mailMessageLink(to, subject, text)
        : chatMessageLink(to, text, opener);
  const mine = person.id;
  const written = useMemo((): Written | null => {
    const texts = Object.values(kept)
      .filter((each) => each?.person === mine && isWritten(each))
      .flatMap((each): MessageText[] => (each ? [textOf(each)] : []));
    return texts.length === 0 ? null : { to, texts: texts.slice(-MOST_TEXTS) };
  }, [kept, mine, to]);
  return {
    channel,
    ways,
    to,
    subject,
    text,
    gaps,
    warned: edited.warned === true,
    edited: written !== null,
    written,
    link,
    set: ({ to: way, ...changes }) => {
      if (way !== undefined) return setChosenWay({ of: person.id, to: way });
      setKept(({ [of]: last, ...others }) => {
        const next: Edited = { ...last, person: person.id, channel, template: chosen, ...changes };
        // Changed back, it is not written any more.
        if (next.text === filled.text.text) delete next.text;
        if (next.subject === filled.subject.text) delete next.subject;
        return { ...others, [of]: next };
      });
    },
  };
}

const isWritten = (edited: Edited | undefined): boolean =>
  edited?.text !== undefined || edited?.subject !== undefined;

const textOf = ({ channel, template, subject, text }: Edited): MessageText => ({
  channel,
  template,
  subject: subject ?? null,
  text: text ?? null,
});

function editsOf(person: string | undefined, before: Written | undefined): Edits {
  return Object.fromEntries(
    (before?.texts ?? []).map(({ channel, template, subject, text }) => [
      [person, channel, template].join(' '),
      {
        person,
        channel,
        template,
        ...(subject === null ? {} : { subject }),
        ...(text === null ? {} : { text }),
      },
    ]),
  );
}
