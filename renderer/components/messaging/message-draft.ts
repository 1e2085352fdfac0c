import { newId } from '#shared/model/new-id.ts';
import type { KeptDraft } from '#shared/protocol/draft-calls.ts';
import { useState } from 'react';
import type { Person } from '../activities/person.ts';
import { MESSAGE } from '../drafts/open-draft.ts';
import { useDraft, type OpenDraft } from '../drafts/use-draft.ts';
import type { Written } from './use-message.ts';

/** Keeps what is written to a person until it is opened or thrown away; what was typed last by the fields of a template, too. */
export function useMessageDraft(
  person: Person | undefined,
  written: Written | null,
  kept?: KeptDraft,
): OpenDraft {
  const [recordId] = useState(() => kept?.recordId ?? newId());
  return useDraft(
    written,
    () => {
      const last = written?.texts.at(-1);
      if (!person || !written || !last) return null;
      const title = person.title.slice(0, 300);
      return {
        entity: 'messageTemplate',
        recordId,
        isNew: true,
        form: MESSAGE,
        title,
        values: { channel: last.channel, subject: last.subject ?? '', text: last.text ?? '' },
        seen: {},
        references: {},
        about: { entity: person.entity, id: person.id, title },
        beside: {},
        message: written,
      };
    },
    kept?.id,
  );
}
