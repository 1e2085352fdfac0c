import type { RecordView } from '#shared/protocol/record-view.ts';

/** The candidate that an inquiry became; null where it became none, or one that is there no more. */
export function enrolledAs({ record, references }: RecordView): { id: string; title: string } | null {
  const id = record['enrolledAs'];
  const title = references['enrolledAs'];
  return typeof id === 'string' && title !== undefined ? { id, title } : null;
}
