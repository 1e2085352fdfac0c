import type { Results } from '#shared/protocol/bridge.ts';
import { entityOf } from '#shared/model/entities.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { bridge } from '../../bridge/bridge.ts';
import { sentenceOf } from '../messages/messages.tsx';
import { contentOf, UNREADABLE } from './chosen-file.ts';
import type { DocumentOwner } from './documented.ts';

/** Keeps a file as somebody's CV. Rejects with a sentence. */
export async function keepCv(
  id: string,
  file: File,
  { entity, id: of }: Pick<DocumentOwner, 'entity' | 'id'>,
): Promise<Results['documents.add']> {
  const content = await contentOf(file);
  return bridge.call('documents.add', { id, about: { entity, id: of }, kind: 'CV', ...content });
}

/** What follows the saving of the candidate that a CV was read for. Rejects with a sentence: the candidate is there all the same. */
export function attachAfterSave(id: string, file: File): (view: RecordView) => Promise<void> {
  return async ({ record }) => {
    try {
      await keepCv(id, file, { entity: 'candidate', id: record._id });
    } catch (error) {
      const name = record[entityOf('candidate').title];
      const whose = typeof name === 'string' && name !== '' ? name : 'The candidate';
      throw new PlainError(
        'unavailable',
        `${whose} is saved, but the CV was not attached. ${sentenceOf(error, UNREADABLE)} Attach it under Documents.`,
      );
    }
  };
}
