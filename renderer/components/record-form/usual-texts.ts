import { inSentence } from '#shared/format/label-in-sentence.ts';
import type { DeletionTexts } from '../list-screen/delete-record.ts';
import type { RecordFormSettings } from './form-settings.ts';

/** The texts of a form where the specification gives no others; `noun` is what its screen calls a record. */
export function usualTexts(noun: string): Pick<RecordFormSettings, 'titles' | 'save' | 'done'> {
  return {
    titles: { add: `Add ${noun}`, edit: `Edit ${noun}`, view: `View ${noun}` },
    save: { add: `Save ${noun}`, edit: `Update ${noun}` },
    done: {
      add: { title: 'Added!', message: `New ${inSentence(noun)} has been added.` },
      edit: { title: 'Updated!', message: `${asSentence(noun)} updated successfully.` },
    },
  };
}

/** The texts of a deletion, in the candidates' wording (section 8). */
export function usualDeletion(noun: string, failure: string): DeletionTexts {
  return {
    title: 'Are you sure?',
    message: `This will permanently delete the ${inSentence(noun)}.`,
    done: { title: 'Deleted!', message: `${asSentence(noun)} has been deleted.` },
    failure,
  };
}

const asSentence = (noun: string): string => noun.charAt(0) + inSentence(noun).slice(1);
