/** What the renderer's storage may hold of the signed-in user (decision 13): name and role only. */
export interface RememberedUser {
  name: string;
  role: string;
}

const KEY = 'auth';

/** Who was signed in last; null where nobody was, or where the storage holds something else. */
export function remembered(): RememberedUser | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('name' in kept) || !('role' in kept)) return null;
    const { name, role } = kept;
    return typeof name === 'string' && typeof role === 'string' ? { name, role } : null;
  } catch {
    return null;
  }
}

export function remember(user: RememberedUser): void {
  localStorage.setItem(KEY, JSON.stringify({ name: user.name, role: user.role }));
}

export function forget(): void {
  localStorage.removeItem(KEY);
}
