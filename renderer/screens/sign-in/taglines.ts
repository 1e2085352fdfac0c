/** The lines of the sign-in page (section 2.3: 8 of them). */
export const taglines = [
  'Every placement starts with one good conversation.',
  'Train with care, place with pride.',
  'A follow-up made today is an offer letter next month.',
  'Small batches, patient trainers, lasting careers.',
  'Good teams write it down and call back on time.',
  'Skills open the door. Preparation walks through it.',
  'Behind every offer letter stands a team that kept count.',
  'One desk, one list, and no candidate forgotten.',
] as const;

/** Section 9. */
export const TAGLINE_MS = 4_000;
