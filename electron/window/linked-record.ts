import { LINK_SCHEME, openAddress, readRecordLink } from '#shared/window/record-links.ts';

const isLink = (argument: string): boolean =>
  argument.slice(0, LINK_SCHEME.length + 1).toLowerCase() === `${LINK_SCHEME}:`;

/**
 * The address of the page that leads to a linked record; null where there is no such link.
 * @param args of any start: of all that they say, only a link to a record is read.
 */
export function linkedAddress(args: readonly string[]): string | null {
  const record = readRecordLink(linkIn(args) ?? '');
  return record && openAddress(record);
}

/** The link itself; undefined where there is none to a record. */
export function linkIn(args: readonly string[]): string | undefined {
  return args.find((argument) => readRecordLink(argument) !== null);
}

/** Chromium tells the application that runs already of a second start in 32 kB, and ends it where more comes. */
const LONGEST_START = 16_384;

/** Whether a start says more than the application that runs already could be told of. */
export function saysTooMuch(args: readonly string[], cwd: string): boolean {
  return [...args, cwd].reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0) > LONGEST_START;
}

/**
 * The arguments that can be options of this start. Whoever makes a link may try to have more follow from it than a link:
 * nothing from there on counts.
 */
export function argumentsBeforeLink(args: readonly string[]): string[] {
  const first = args.findIndex(isLink);
  return first < 0 ? [...args] : args.slice(0, first);
}
