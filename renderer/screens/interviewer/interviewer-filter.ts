import type { Role } from '#shared/access/roles.ts';
import type { ListQuery } from '#shared/protocol/list-calls.ts';

/**
 * Only the candidates whose interviewer is the user, "unless the user's role is the empty string" (section 2.11). The
 * name decides through the id that the server keeps beside it (decision 11).
 */
export function interviewerFilter(user: { _id: string; role: Role }): NonNullable<ListQuery['filter']> {
  return user.role === '' ? {} : { interviewerId: user._id };
}
