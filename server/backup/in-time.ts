/**
 * What a disk says within so many milliseconds: one that hangs, as a share may, keeps nobody waiting.
 * @throws Error where it says nothing
 */
export async function inTime<Answer>(patienceMs: number, asked: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The disk of the backups does not answer')), patienceMs);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
