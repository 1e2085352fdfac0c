import { PASSWORD_LENGTH, passwordProblem, type PasswordOwner } from '#shared/model/password-rules.ts';

/** Beside a field for a new password, before anything is wrong with it. */
export const PASSWORD_HINT = `At least ${PASSWORD_LENGTH.least} characters`;

export interface PasswordEntry {
  /** The present password; not asked for where a Super Admin sets another's. */
  current: string;
  next: string;
  repeated: string;
}

/** What is wrong with an entry, by field; nothing where it can be sent. */
export function passwordEntryProblems(
  entry: PasswordEntry,
  asksCurrent: boolean,
  owner: PasswordOwner,
): Partial<Record<keyof PasswordEntry, string>> {
  const problems: Partial<Record<keyof PasswordEntry, string>> = {};
  if (asksCurrent && entry.current === '') problems.current = 'Present password is required';
  const problem = passwordProblem(entry.next, owner);
  if (problem !== null) problems.next = problem;
  else if (asksCurrent && entry.next === entry.current) problems.next = 'This is the present password';
  if (entry.repeated !== entry.next) problems.repeated = 'The two passwords differ';
  return problems;
}
