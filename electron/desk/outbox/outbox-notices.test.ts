import { afterEach, beforeEach, expect, it } from 'vitest';
import { formatDateTime } from '#shared/format/dates.ts';
import { openWorkspace } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { shortSentence } from './outbox-notices.ts';

/** What the user is told stands in the order in which it was said: "among them" comes after what "them" are. */

let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;
beforeEach(() => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
});
afterEach(() => {
  workspace.close();
  folder.remove();
});

const AT = '2026-11-26T06:00:00.000Z';
const told = (): string[] => workspace.outbox.notices.all().map(({ message }) => message);

it('keeps the order of what was said in one moment, also over a start and after some were put away', () => {
  const words = Array.from({ length: 12 }, (_, at) => `Sentence ${at}`);
  for (const word of words.slice(0, 6)) workspace.outbox.notices.add(word, AT);
  workspace.outbox.notices.putAway(workspace.outbox.notices.all()[2]?.id ?? '');
  workspace.close();
  workspace = openWorkspace(folder.path);
  for (const word of words.slice(6)) workspace.outbox.notices.add(word, AT);
  expect(told()).toEqual(words.filter((_, at) => at !== 2));
});

it('puts what was said earlier first, also where the clock of the computer went back', () => {
  workspace.outbox.notices.add('Later', '2026-11-26T06:00:01.000Z');
  workspace.outbox.notices.add('Earlier', AT);
  expect(told()).toEqual(['Earlier', 'Later']);
});

it.each([
  ['of one moment', AT, AT, `1 change made about ${formatDateTime(AT)} is missing where it had`],
  [
    'of some hours',
    AT,
    '2026-11-26T09:30:00.000Z',
    `1 change made between ${formatDateTime(AT)} and ${formatDateTime('2026-11-26T09:30:00.000Z')} is missing`,
  ],
  ['with nothing before them', null, AT, `1 change made up to ${formatDateTime(AT)} is missing`],
])('says when changes were made that are gone: %s', (_, last, promised, said) => {
  const sentence = shortSentence({ n: 3, at: last }, { id: 'outbox', n: 4, at: promised }, true);
  expect(sentence).toContain(said);
});
