import { z } from 'zod';
import type { Backups } from './backups.ts';
import type { RunBackup } from './run-backup.ts';

/**
 * What the server inside the application and the application say to each other about backups, over the channel of the process.
 * The application makes the process for a backup: the server there has no Node to start one with.
 */

/** Where the backups go from now on. */
const questionSchema = z.object({
  type: z.literal('set-backup-folder'),
  id: z.int(),
  folder: z.string().max(4_000),
});

export type FolderQuestion = z.infer<typeof questionSchema>;

export const isFolderQuestion = (message: unknown): message is FolderQuestion =>
  questionSchema.safeParse(message).success;

/** The result is why it cannot be, as a sentence; null where it is done. */
export async function answerFolderQuestion(
  backups: Pick<Backups, 'moveTo'>,
  { id, folder }: FolderQuestion,
): Promise<{ type: 'answer'; id: number; result: string | null }> {
  try {
    await backups.moveTo(folder);
    return { type: 'answer', id, result: null };
  } catch (error) {
    return { type: 'answer', id, result: error instanceof Error ? error.message : String(error) };
  }
}

const madeSchema = z.object({ type: z.literal('backup-made'), why: z.string().nullable() });

interface Channel {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/** Has the application run the backup; it ends it too when it quits. One at a time. */
export function backupByApplication(channel: Channel): RunBackup {
  return (into) => {
    const ended = new Promise<string | null>((resolve) => {
      channel.on('message', ({ data }) => {
        const made = madeSchema.safeParse(data);
        if (made.success) resolve(made.data.why);
      });
    });
    channel.postMessage({ type: 'make-backup', into });
    return { ended, stop: () => Promise.resolve() };
  };
}
