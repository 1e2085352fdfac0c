import type { ColumnValue } from '#shared/model/columns.ts';
import type { Row } from '../database/rows.ts';

/**
 * Where a field's value came from: its seq, the desk, the user; and of a value that was brought back after the server was
 * put back, when it was acknowledged first, as ISO time.
 */
export type FieldVersion = readonly [
  seq: number,
  deskId: string | null,
  userId: string | null,
  ackedAt?: string,
];

/** No field's name: of a record whose making was brought back after the server was put back, when that was. */
export const MAKING = '';

export function parseVersions(text: ColumnValue | undefined): Record<string, FieldVersion> {
  return typeof text === 'string' ? (JSON.parse(text) as Record<string, FieldVersion>) : {};
}

const parsed = new WeakMap<Row, Record<string, FieldVersion>>();

/** The versions of a row's fields, read once: of a row that a batch changes it makes another. */
export function versionsIn(row: Row): Record<string, FieldVersion> {
  let versions = parsed.get(row);
  if (!versions) parsed.set(row, (versions = parseVersions(row['_versions'])));
  return versions;
}

/** The version of a field; one that was not changed since has that of the record's making. */
export function versionOf(
  row: Row,
  versions: Readonly<Record<string, FieldVersion>>,
  field: string,
): FieldVersion {
  return (
    versions[field] ??
    versions[MAKING] ?? [
      Number(row['_createdSeq']),
      textOrNull(row['_createdDesk']),
      textOrNull(row['_createdBy']),
    ]
  );
}

const textOrNull = (value: ColumnValue | undefined): string | null =>
  typeof value === 'string' ? value : null;
