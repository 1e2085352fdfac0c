export type FilterValue =
  | string
  | number
  | boolean
  | readonly string[]
  | { from?: string | undefined; to?: string | undefined }
  | { empty: boolean }
  /** A text within the value, however it is written; for fields with a key. */
  | { holds: string }
  /** Any other value, and none. */
  | { not: string | boolean | readonly string[] };

export type Filter = Readonly<Record<string, FilterValue>>;

export const isRange = (value: FilterValue | undefined): value is { from?: string; to?: string } =>
  typeof value === 'object' &&
  !Array.isArray(value) &&
  !('empty' in value) &&
  !('holds' in value) &&
  !('not' in value);
