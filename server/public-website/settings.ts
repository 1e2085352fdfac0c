import type { EntityName } from '#shared/model/entities.ts';
import type { ReadValue } from '../configuration/values.ts';

/** What can be opened to the public website, by its word in `PUBLIC_READ` and in the paths of section 7. */
const READABLE = { jobs: 'job', blogs: 'blog', careers: 'careerSlide' } as const satisfies Readonly<
  Record<string, EntityName>
>;

/** The field of an opened entity that keeps a record from the website while it is true. */
export const KEPT_BACK_BY: Readonly<Partial<Record<string, string>>> = { blog: 'isDraft' };

const isReadable = (word: string): word is keyof typeof READABLE => Object.hasOwn(READABLE, word);

const wordsOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Reads the entities whose records anybody may read, as `jobs,blogs,careers`. */
export const publicEntities: ReadValue<readonly EntityName[]> = (text, name) => {
  const found = wordsOf(text).map((word) => {
    if (isReadable(word)) return READABLE[word];
    throw new Error(`${name} takes ${Object.keys(READABLE).join(', ')}, not "${word}".`);
  });
  return [...new Set(found)];
};

/** Reads origins, as browsers send them, so that the two can be compared letter by letter. */
export const origins: ReadValue<readonly string[]> = (text, name) => {
  const found = wordsOf(text).map((word) => {
    const url = URL.canParse(word) ? new URL(word) : null;
    const isBare = url !== null && url.pathname === '/' && url.search + url.hash + url.username === '';
    if (url && isBare && /^https?:$/.test(url.protocol)) return url.origin;
    throw new Error(`${name} takes addresses such as https://www.example.com, not "${word}".`);
  });
  return [...new Set(found)];
};
