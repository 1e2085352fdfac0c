/** How else the values of an option are written in tables of offices and colleges; capitals and signs count for nothing. */
export type AlsoWritten = Readonly<Record<string, readonly string[]>>;

export const GENDER_ALSO_WRITTEN: AlsoWritten = {
  Male: ['M', 'Man', 'Boy', 'पुरुष'],
  Female: ['F', 'Woman', 'Girl', 'महिला', 'स्त्री'],
  Other: ['O', 'Others'],
};

/** Of options and of fields that are Yes or No. */
export const YES_NO_ALSO_WRITTEN = {
  Yes: ['Y', 'True', '1', 'हां', 'हाँ'],
  No: ['N', 'False', '0', 'नहीं'],
} as const satisfies AlsoWritten;
