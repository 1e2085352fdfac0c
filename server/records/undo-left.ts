import type { EntityName } from '#shared/model/entities.ts';
import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import type { Left } from '#shared/protocol/change-sets.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Row } from '../database/rows.ts';
import type { Batch } from './batch.ts';
import type { ChangeSets } from './change-sets.ts';
import type { Applied } from './overtaken.ts';
import { thatStand, type PastLine, type RecordPasts } from './record-past.ts';
import { titleOf } from './refusals.ts';

export interface Undone extends Applied {
  left: Left[];
  /** Whether some of it stays because the author may not change it, so that somebody else may still take it back. */
  barred: boolean;
}

/** What is taken back, by which set, and what the transaction knows of sets and records. */
export interface UndoRequest {
  undoes: string;
  by: string;
  /** ISO time of the first acknowledgement, where the undo is one that is brought back. */
  ackedAt?: string | null | undefined;
  sets: Pick<ChangeSets, 'linksOf' | 'sees'>;
  pasts: RecordPasts;
}

/** The undo of a set in one record. */
export interface Undo {
  batch: Batch;
  entity: EntityDefinition;
  recordId: string;
  row: Row;
  pasts: RecordPasts;
  /** What was done to the record, in order. */
  all: readonly PastLine[];
  /** What the set did to it, in order; at least one line. */
  lines: readonly PastLine[];
  /** What was done since and stands: not by this undo, and not taken back. */
  since: readonly PastLine[];
  /** When the server acknowledged the undo first, where it is offered again. */
  ackedAt: string | null | undefined;
  /** The set that is taken back, and the one that does so. */
  undoes: string;
  by: string;
  sets: UndoRequest['sets'];
}

/** What a set did to a record, and what was done since and stands. */
export async function didAndSince(
  { sets, undoes, by }: Pick<UndoRequest, 'sets' | 'undoes' | 'by'>,
  all: readonly PastLine[],
): Promise<Pick<Undo, 'lines' | 'since'>> {
  const lines = all.filter(({ setId }) => setId === undoes);
  const start = lines[0]?.seq ?? 0;
  const since = (await thatStand(sets, all)).filter(
    ({ seq, setId }) => seq > start && setId !== undoes && setId !== by,
  );
  return { lines, since };
}

/** It is as it should be. */
export const nothing = ({ row }: Pick<Undo, 'row'>): Undone => ({
  seq: Number(row['_seq']),
  overtaken: [],
  left: [],
  barred: false,
});

export const isAboutRights = ({ code }: PlainError): boolean => code === 'forbidden';

/** What cannot be taken back stays, with the reason. */
export async function judged(undo: Undo, change: () => Promise<Applied>): Promise<Undone> {
  try {
    const { seq } = await change();
    return { seq, overtaken: [], left: [], barred: false };
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    return { ...kept(undo, [leftWhole(undo, error.message)]), barred: isAboutRights(error) };
  }
}

export const SOMEBODY = 'Somebody';

export const kept = (undo: Undo, left: Left[]): Undone => ({ ...nothing(undo), left });

export function leftWhole({ entity, recordId, row }: Undo, reason: string, title?: string): Left {
  const name = entity.name as EntityName;
  return { entity: name, recordId, title: title ?? titleOf(entity, row), field: null, reason };
}

export const leftField = (undo: Undo, field: string, reason: string): Left => ({
  ...leftWhole(undo, reason),
  field: fieldOf(undo.entity, field).label,
});
