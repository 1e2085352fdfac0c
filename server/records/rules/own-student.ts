import { toRole } from '#shared/access/roles.ts';
import { normaliseText } from '#shared/model/search-text.ts';
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
  const before = await batch.find('candidate', 'studentId', userId);
  const email = user?.['email'];
  const now =
    user && isStudent(user) && typeof email === 'string'
      ? await batch.find('candidate', 'email_key', normaliseText(email))
      : [];
  const concerned = new Map([...before, ...now].map((candidate) => [candidate._id, candidate]));
  for (const { _id, email: theirs, studentId } of concerned.values()) {
    const student = await studentWith(batch, theirs);
    if (student === studentId) continue;
    const seq = batch.change('candidate', _id, 'update', { studentId: student });
    hideFromStudent(batch, studentId, _id, seq);
  }
}

/** Takes the candidate from the desks of the student whose own it was. */
export function hideFromStudent(batch: Batch, before: unknown, candidateId: string, seq: number): void {
  if (typeof before === 'string') batch.hideFrom(before, 'candidate', candidateId, seq);
}
