/**
 * Which drafts belong to a form that is open, in whatever window of the application: the browser holds a lock for each,
 * and lets go of it when the page that has it is gone, however it went.
 */
const held = new Map<string, () => void>();

const nameOf = (id: string): string => `draft ${id}`;

// A browser has locks for pages of this computer and encrypted ones; elsewhere each page is by itself.
const locks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

/** Takes a draft for a form of this page; false where a form that lives has it. */
export function holdDraft(id: string): Promise<boolean> {
  const manager = locks();
  if (!manager || held.has(id)) return Promise.resolve(true);
  return new Promise((resolve) => {
    void manager.request(nameOf(id), { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (!lock) return undefined;
      return new Promise<void>((release) => held.set(id, release));
    });
  });
}

export function letGoOfDraft(id: string): void {
  held.get(id)?.();
  held.delete(id);
}

/** Those of them that no form has. */
export async function notHeld<Draft extends { id: string }>(drafts: readonly Draft[]): Promise<Draft[]> {
  const { held: all = [] } = (await locks()?.query()) ?? {};
  const names = new Set(all.map(({ name }) => name));
  return drafts.filter(({ id }) => !names.has(nameOf(id)));
}
