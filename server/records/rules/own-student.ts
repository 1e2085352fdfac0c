import { toRole } from '#shared/access/roles.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import type { Row } from '../../database/rows.ts';
import type { Batch } from '../batch.ts';

/** The active student with this email, whose own record a candidate with it is; null where there is none. */
export async function studentWith(batch: Batch, email: unknown): Promise<string | null> {
  if (typeof email !== 'string') return null;
  const named = await batch.find('user', 'email_key', normaliseText(email));
  const students = named.filter(isStudent);
  return students.length === 1 ? (students[0]?._id ?? null) : null;
}

const isStudent = (user: Row): boolean =>
  toRole(user['roleName'] as string | null) === 'Student' && user['isActive'] !== 0;

/** Candidates that are, or now become, the user's own: after the user's email, role or activity has changed. */
export async function alignCandidatesOf(batch: Batch, userId: string): Promise<void> {
  const user = await batch.get('user', userId);
  const before = await candidatesWith(batch, 'studentId', userId);
  const email = user?.['email'];
  const now =
    user && isStudent(user) && typeof email === 'string'
      ? await candidatesWith(batch, 'email_key', normaliseText(email))
      : [];
  const concerned = new Map([...before, ...now].map((candidate) => [candidate._id, candidate]));
  const students = new Map<string, { before: ColumnValue; student: string | null }>();
  for (const { _id, email: theirs, studentId } of concerned.values()) {
    const student = await studentWith(batch, theirs);
    if (student !== studentId) students.set(_id, { before: studentId, student });
  }
  await batch.each('candidate', [...students.keys()], (id) => {
    const { before: whose = null, student = null } = students.get(id) ?? {};
    const seq = batch.change('candidate', id, 'update', { studentId: student });
    hideFromStudent(batch, whose, id, seq);
  });
}

/** Without their texts: there may be thousands with the same address. */
const candidatesWith = (
  batch: Batch,
  column: 'studentId' | 'email_key',
  value: string,
): Promise<Pick<Row, '_id' | 'email' | 'studentId'>[]> =>
  batch.ask(
    `SELECT "_id", "email", "studentId" FROM "candidate" WHERE "${column}" = ? AND "deletedAt" IS NULL ORDER BY "_id"`,
    [value],
  );

/** Takes the candidate from the desks of the student whose own it was. */
export function hideFromStudent(batch: Batch, before: unknown, candidateId: string, seq: number): void {
  if (typeof before === 'string') batch.hideFrom(before, 'candidate', candidateId, seq);
}
