import { z } from 'zod';
import { serverKeySchema } from './joining.ts';

// The part of the bridge about which server this PC works with (decision 36).

/** Characters of a join code or an address; a code has some hundred. */
export const JOIN_TEXT_MAX = 4_000;

/** The server that a PC joined, as it is kept. */
export const joinedOfficeSchema = z.strictObject({
  /** Origin of the server, and others of the same one. */
  server: z.url().max(300),
  others: z.array(z.url().max(300)).max(8),
  /** By which its certificate is known; null where who the system trusts is trusted. */
  key: serverKeySchema.nullable(),
  /** What the business calls itself. */
  office: z.string().max(200).nullable(),
  /** Whether what is sent may be read on the way: allowed by who joined. */
  plainHttp: z.boolean(),
});

export type JoinedOffice = z.infer<typeof joinedOfficeSchema>;

/** What a settings file beside the application says, for a PC that joined nothing yet. */
export const proposalSchema = z.strictObject({
  /** A join code, or the address of a server. */
  text: z.string().max(JOIN_TEXT_MAX),
  allowPlainHttp: z.boolean(),
  /** Whether the user is asked first: it lay where anybody's download can lie. */
  asks: z.boolean(),
});

export type Proposal = z.infer<typeof proposalSchema>;

/** What the application knows of the server that this PC works with. */
export const serverChoiceSchema = z.strictObject({
  /** The server that this PC joined; null where it works with its own, or with the one that its start was told. */
  joined: z
    .strictObject({ office: z.string().nullable(), server: z.string(), byKey: z.boolean() })
    .nullable(),
  /** What it is to join at its first start. */
  proposed: proposalSchema.nullable(),
  /** Whether this window looks around in demo data, and can be left for the PC's own. */
  demo: z.boolean(),
});

export interface ServerChoice extends z.infer<typeof serverChoiceSchema> {
  /** Whether the server can be chosen here: in the desktop application, with nobody signed in. */
  choosable: boolean;
}

/** A server that announces itself: nothing of it is trusted yet. */
export interface ServerNearby {
  /** What the office calls itself, else its host. */
  name: string;
  /** Its origin. */
  address: string;
}

export const serverChoiceParams = {
  'serverChoice.get': z.strictObject({}),
  /**
   * Joins the server of a join code, or at an address whose certificate this PC trusts; the application starts again
   * with it. Refused with `conflict` where the address is not encrypted and that was not allowed, with `invalid` where
   * the text is neither, with `offline` where nobody answers, and with `not-found` where the code is over.
   */
  'serverChoice.join': z.strictObject({
    text: z.string().max(JOIN_TEXT_MAX),
    allowPlainHttp: z.boolean().optional(),
  }),
  /** The servers that say on this network that they are there; takes some seconds. */
  'serverChoice.nearby': z.strictObject({}),
  /** Leaves the server that was joined; what was saved here for it stays. The application starts again. */
  'serverChoice.leave': z.strictObject({}),
  /** Ends looking around: the application starts again with the PC's own data. */
  'serverChoice.leaveDemo': z.strictObject({}),
} as const;

export interface ServerChoiceResults {
  'serverChoice.get': ServerChoice;
  'serverChoice.join': null;
  'serverChoice.nearby': ServerNearby[];
  'serverChoice.leave': null;
  'serverChoice.leaveDemo': null;
}
