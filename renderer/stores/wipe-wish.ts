/** Whether data is removed from this PC at sign-out: as it was chosen here the last time, by whomever. At first, it stays. */
const KEY = 'remove-data-at-logout';

export function wipeWished(): boolean {
  return localStorage.getItem(KEY) === 'yes';
}

export function rememberWipeWish(wished: boolean): void {
  if (wished) localStorage.setItem(KEY, 'yes');
  else localStorage.removeItem(KEY);
}
