/**
 * Whether the long walks are taken whole, as `npm run soak` does. In `npm test` they are shorter: each rule is still proven,
 * but not on every combination of screen, theme and role.
 */
export const WHOLE_WALKS = process.env['SOAK_FACTOR'] !== undefined;

/** Pictures for people to look at: with `PICTURES=on`, and of the browser in `npm run soak`. Nobody looks at those of an `npm test`. */
export const PICTURES_WANTED = WHOLE_WALKS || process.env['PICTURES'] !== undefined;
