import { z } from 'zod';

// The part of the bridge about a PC with a server of its own that grows into an office (decision 45).

/** How this PC's own server stands to the office's network. */
export const networkStandingSchema = z.strictObject({
  /** Whether other PCs are to be let in. */
  open: z.boolean(),
  /** On which port; null where it was never opened. */
  port: z.int().nullable(),
  /** That is not the usual one, because the usual one was taken. */
  otherPort: z.boolean(),
  /** Where other PCs reach it, the best first. */
  addresses: z.array(z.string()),
  /** Whether this PC is on a network now, as far as it tells. */
  onNetwork: z.boolean(),
  /** By which other PCs know it: SHA-256 of its public key, base64url. */
  key: z.string().nullable(),
  /** Why other PCs do not reach it although they are to, as sentences. */
  trouble: z.string().nullable(),
  /** The trouble is the key that other PCs know it by: it is missing, damaged or another one. */
  keyLost: z.boolean(),
  /** Other PCs that are connected now. */
  connected: z.int().min(0),
  /** Other PCs on which somebody is signed in. */
  signedIn: z.int().min(0),
});

export type NetworkStanding = z.infer<typeof networkStandingSchema>;

/** Where all data of this PC was written to, for an office server. */
export const movedDataSchema = z.strictObject({
  /** The folder, which is to be carried to the server. */
  folder: z.string(),
  /** The backup in it, with the folder's own name: the same wherever it is carried. */
  backup: z.string(),
});

export type MovedData = z.infer<typeof movedDataSchema>;

/** What runs on an office server to take the data in, from where the folder was put there (docs/operations.md). */
export const takeInCommand = (backup: string): string =>
  `npm run server -- --restore /PLACE/${backup} --data /var/lib/placement-desk`;

export const networkParams = {
  /** null where it is not this PC's own server, or there is none of its own to be opened. For a Super Admin. */
  'network.get': z.strictObject({}),
  /**
   * Lets other PCs of the network in; `anotherPort` where the one that was kept is taken. Refused with `forbidden`,
   * `not-supported`, and `conflict` with why it cannot be.
   */
  'network.open': z.strictObject({ anotherPort: z.boolean().default(false) }),
  'network.close': z.strictObject({}),
  /**
   * Makes a new key in the place of one that is lost, or that others may have, and opens again. No other PC is let in before it
   * is given a new join code. Refused as `network.open`.
   */
  'network.newKey': z.strictObject({}),
  /**
   * Sends what waits, then writes all data of this PC to a folder that the user chooses; null where the user decides against
   * it. Refused with `conflict` while something is not sent.
   */
  'network.move': z.strictObject({}),
} as const;

export interface NetworkResults {
  'network.get': NetworkStanding | null;
  'network.open': NetworkStanding | null;
  'network.close': NetworkStanding | null;
  'network.newKey': NetworkStanding | null;
  'network.move': MovedData | null;
}

/** As `counted` takes it. */
export const OTHER_PC = { label: 'other PC', plural: 'other PCs' };
