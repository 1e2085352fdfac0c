/** As much of a CV as is read: the text of a document is no longer (decision 31). */
export const MAX_CV_CHARACTERS = 60_000;
/** As much of a line as is shown beside a proposal. */
export const LONGEST_SHOWN = 200;
