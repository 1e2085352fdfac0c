import { z } from 'zod';

/** What a server tells administrators of its backups. */
export const backupStatusSchema = z.object({
  /** Where they lie, as the server's computer names it; null where none are made. */
  folder: z.string().nullable(),
  /** When one is made each day, in Indian time, and how many are kept. */
  at: z.string(),
  keep: z.int(),
  /** How many there are. */
  count: z.int(),
  /** The newest one that is whole. */
  last: z
    .object({
      at: z.iso.datetime(),
      bytes: z.number(),
      /** It was read again, compared and sealed by this server, and its list is still as it was. */
      checked: z.boolean(),
    })
    .nullable(),
  /** The last attempt, where it failed. */
  failed: z.object({ at: z.iso.datetime(), why: z.string() }).nullable(),
  running: z.boolean(),
  /** What an administrator has to look after, as sentences. */
  warnings: z.array(z.string()),
  /** What is worth knowing besides. */
  notes: z.array(z.string()),
});

export type BackupStatus = z.infer<typeof backupStatusSchema>;

// The part of the bridge about backups.

export const backupParams = {
  /** When the last backup was made and whether it went well, online, for administrators. */
  'backups.status': z.strictObject({}),
  /** Has one made now; it goes on after the answer. */
  'backups.make': z.strictObject({}),
  /**
   * Asks for another folder of the backups, of the server that is part of this application; null where the user decides
   * against it. Refused as `invalid` where it cannot be.
   */
  'backups.chooseFolder': z.strictObject({}),
} as const;

/** `choosable`: the folder can be chosen here. */
export type BackupsHere = BackupStatus & { choosable: boolean };

export interface BackupResults {
  'backups.status': BackupsHere;
  'backups.make': BackupsHere;
  'backups.chooseFolder': BackupsHere | null;
}
