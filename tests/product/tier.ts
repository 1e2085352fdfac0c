/**
 * Whether the long walks are taken whole, as `npm run soak` does. In `npm test` they are shorter: each rule is still proven,
 * but not on every combination of screen, theme and role.
 */
export const WHOLE_WALKS = process.env['SOAK_FACTOR'] !== undefined;

/** Pictures for people to look at: with `PICTURES=on`, and of the browser in `npm run soak`. Nobody looks at those of an `npm test`. */
export const PICTURES_WANTED = WHOLE_WALKS || process.env['PICTURES'] !== undefined;

/** What tells Playwright whether only the core is asked, which every `npm test` does, or the others; without it, all. */
export const WHICH_TESTS = 'WHICH_TESTS';
export type WhichTests = 'core' | 'others';

/** Marks what is asked in every `npm test`. */
const CORE = /@core/;

/** The tests of this run, and those that are not, as Playwright picks them. */
export function testsPicked(): { grep?: RegExp; grepInvert?: RegExp[] } {
  const which = process.env[WHICH_TESTS];
  // Pictures prove nothing that the other tests do not.
  const left = PICTURES_WANTED ? [] : [/@pictures/];
  if (which === 'core') return { grep: CORE, grepInvert: left };
  return { grepInvert: which === 'others' ? [...left, CORE] : left };
}
