import type { ColumnValue } from '#shared/model/columns.ts';
import type { EntityName } from '#shared/model/entities.ts';
import type { SignedInUser } from '#shared/protocol/sync.ts';
import type { PulledPage } from '../sync/page-writer.ts';
import type { DataKeys } from '../storage/data-keys.ts';
import { Workspace } from '../workspace/workspace.ts';

export const admin: SignedInUser = {
  _id: 'u1',
  name: 'Asha Rao',
  email: 'asha@demo.test',
  role: 'Super Admin',
};

export type SampleRow = { _id: string; _seq: number } & Record<string, ColumnValue>;

/** A page as the server sends it, of rows that may have different fields. */
export function pageOf(
  entity: EntityName,
  rows: readonly SampleRow[],
  rest: Partial<PulledPage> & Pick<PulledPage, 'seq'>,
): PulledPage {
  const columns = [...new Set(['_id', '_seq', ...rows.flatMap(Object.keys)])];
  return {
    status: 'page',
    rows: [{ entity, columns, rows: rows.map((row) => columns.map((column) => row[column] ?? null)) }],
    gone: [],
    conflicts: [],
    cursor: `cursor-${rest.seq}`,
    at: '2026-01-01T00:00:00.000Z',
    receipt: `receipt-${rest.seq}`,
    more: false,
    ...rest,
  };
}

/** @param keys of its data; without them it is plain. */
export function openWorkspace(folder: string, user: SignedInUser = admin, keys?: DataKeys): Workspace {
  return new Workspace(folder, user, undefined, undefined, keys);
}

const COURSES = ['Frontend', 'Backend', 'Full Stack', 'DevOps'];
const STATUSES = ['Not Scheduled', 'Scheduled', 'Cleared'];
const PLACEMENTS = [null, 'Placed', 'Not Placed', 'In Progress'];
const FIRST = ['Aarav', 'Priya', 'Émile', 'Kavya', 'rohan'];
const LAST = ['Sharma', 'Verma', 'Iyer', 'Khan'];

/** Candidates with every kind of gap and tie that a list must order rightly; the same each time. */
export function sampleCandidates(count: number): SampleRow[] {
  return Array.from({ length: count }, (_, at) => ({
    _id: `c${String((at * 7919) % count).padStart(6, '0')}`,
    _seq: at + 1,
    fullName: `${FIRST[at % 5] ?? ''} ${LAST[(at * 3) % 4] ?? ''}`,
    mobile: `+91 98${String((at * 104_729) % 100_000_000).padStart(8, '0')}`,
    email: `person${at}@mail.test`,
    enrolledCourse: at % 6 === 0 ? null : JSON.stringify([COURSES[at % 4] ?? '']),
    interviewStatus: STATUSES[at % 3] ?? null,
    placementStatus: PLACEMENTS[at % 4] ?? null,
    interviewerName: at % 5 === 0 ? null : `Interviewer ${at % 9}`,
    nextCall: at % 3 === 0 ? null : new Date(1_700_000_000_000 + ((at * 37) % 50) * 3_600_000).toISOString(),
    interviewDate:
      at % 4 === 0 ? null : new Date(1_700_000_000_000 + ((at * 11) % 70) * 3_600_000).toISOString(),
    map: `u${at % 4}`,
    createdAt: new Date(1_600_000_000_000 + Math.floor(at / 3) * 60_000).toISOString(),
    updatedAt: new Date(1_600_000_000_000 + at * 60_000).toISOString(),
  }));
}
