import { normaliseText } from '#shared/model/search-text.ts';
import { UnreadText } from '../unread-text.ts';

/** What of a text is repeated in a sentence, at most. */
const SHOWN = 40;

/** The value of a field that is chosen, also while another one is searched for. */
export const chosenOf = (value: unknown): unknown => (value instanceof UnreadText ? value.before : value);

/** What is typed to find a choice, until it is chosen; undefined where nothing is. */
export const searchOf = (value: unknown): string | undefined =>
  value instanceof UnreadText ? value.text : undefined;

/**
 * What stands in a field while a choice is searched for in it: nothing is saved in its place, and it is not lost either.
 * @param value of the field until now
 */
export function searched(text: string, value: unknown): UnreadText {
  return new UnreadText(text, `Choose ${quoted(text)} from the list, or empty the field.`, {
    before: chosenOf(value),
  });
}

/** The same among choices that are known: a text that fits only one is taken for it once the field is left. */
export function searchedAmong(
  options: readonly string[],
  text: string,
  value: unknown,
  valueOf: (option: string) => unknown = (option) => option,
): UnreadText {
  const { meant, problem } = fitAmong(options, text);
  return new UnreadText(text, problem, {
    before: chosenOf(value),
    ...(meant === undefined ? {} : { meant: valueOf(meant) }),
  });
}

/** Which of the choices a text stands for: the one of that name, or the only one that holds it. Else what is wrong. */
export function fitAmong(
  options: readonly string[],
  text: string,
): { meant: string | undefined; problem: string } {
  const plain = normaliseText(text);
  const fits = options.filter((option) => normaliseText(option).includes(plain));
  // Two of one name are told apart by whoever chooses.
  const same = fits.filter((option) => normaliseText(option) === plain);
  const [only, another] = same.length > 0 ? same : fits;
  const what = fits.length > 1 ? 'fits several of the choices' : 'is none of the choices';
  return {
    meant: another === undefined ? only : undefined,
    problem: `${quoted(text)} ${what}. Choose one from the list.`,
  };
}

function quoted(text: string): string {
  const plain = text.trim();
  return `“${plain.length > SHOWN ? `${plain.slice(0, SHOWN)}…` : plain}”`;
}
