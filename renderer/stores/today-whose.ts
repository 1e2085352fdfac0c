/** Name under which it is kept on this PC whose work a user has chosen to see on Today. */
export const todayWhoseKey = (userId: string): string => `today-whose:${userId}`;

/** Forgets what is kept of a user, where everything of theirs is removed from this PC. */
export function forgetTodayWhose(userId: string): void {
  localStorage.removeItem(todayWhoseKey(userId));
}
