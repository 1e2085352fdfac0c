import { MESSAGE_CHANNELS } from '#shared/model/message-template.ts';
import { newId } from '#shared/model/new-id.ts';
import type { KeptDraft } from '#shared/protocol/draft-calls.ts';
import { useState } from 'react';
import type { Person } from '../activities/person.ts';
import { MESSAGE } from '../drafts/open-draft.ts';
import { useDraft, type OpenDraft } from '../drafts/use-draft.ts';
import type { Written } from './use-message.ts';

/** Keeps what is written to a person until it is opened or thrown away, by the fields of a template. */
export function useMessageDraft(
  person: Person | undefined,
  written: Written | null,
  kept?: KeptDraft,
): OpenDraft {
  const [recordId] = useState(() => kept?.recordId ?? newId());
  return useDraft(
    written,
    () => {
      if (!person || !written) return null;
      const title = person.title.slice(0, 300);
      return {
        entity: 'messageTemplate',
        recordId,
        isNew: true,
        form: MESSAGE,
        title,
        values: { ...written },
        seen: {},
        references: {},
        about: { entity: person.entity, id: person.id, title },
        beside: {},
      };
    },
    kept?.id,
  );
}

/** What a draft gives back. */
export function writtenOf({ values }: KeptDraft): Written {
  const text = (name: string): string => {
    const value = values[name];
    return typeof value === 'string' ? value : '';
  };
  const channel = MESSAGE_CHANNELS.find((each) => each === values['channel']) ?? 'WhatsApp';
  return { channel, subject: text('subject'), text: text('text') };
}
