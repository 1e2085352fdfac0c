import { counted } from '#shared/format/counted.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { PlainError } from '#shared/protocol/errors.ts';

/** What a user who signs out has not brought to its end. */
export interface Unfinished {
  /** Changes that the server does not have. They stay on the computer in any case. */
  waiting: number;
  /** Forms that were typed in and not saved, in this and other windows: removing the data takes them along. */
  forms: number;
  /** Name of the file whose import is not at its end, which goes likewise. */
  importing: string | null;
}

/**
 * Why a user is asked once more before signing out; null where nothing is unfinished.
 * @param wipe the data is to be removed from the computer too
 * @returns `conflict`; with a field `wipe`, whose message says what would be lost, where that is more than waits
 */
export function partingQuestion({ waiting, forms, importing }: Unfinished, wipe: boolean): PlainError | null {
  const unsent = waiting > 0 ? [unsentSentence(waiting)] : [];
  const lost = wipe ? lostSentences(forms, importing) : [];
  if (lost.length === 0) return unsent[0] === undefined ? null : new PlainError('conflict', unsent[0]);
  const message = [...lost, ...unsent].join(' ');
  return new PlainError('conflict', message, [{ field: 'wipe', code: 'unknown', message }]);
}

function unsentSentence(waiting: number): string {
  const changes = waiting === 1 ? '1 change has' : `${formatNumber(waiting)} changes have`;
  return `${changes} not been sent yet. They stay on this computer and are sent when you sign in again.`;
}

function lostSentences(forms: number, importing: string | null): string[] {
  const are = forms === 1 ? 'is' : 'are';
  return [
    ...(forms > 0
      ? [
          `${counted({ label: 'form', plural: 'forms' }, forms)} that you typed in ${are} not saved, and would be removed with your data.`,
        ]
      : []),
    ...(importing === null
      ? []
      : [`The import of ${importing} is not finished, and would end: what came in of it stays.`]),
  ];
}
