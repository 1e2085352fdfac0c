import { z } from 'zod';
import { id } from './call-parts.ts';
import {
  firstCodeSchema,
  proofSchema,
  secondFactorQuerySchema,
  type RecoveryCodes,
  type SecondFactorEnrolment,
  type SecondFactorStatus,
} from './second-factor.ts';
import {
  newJoinCodeSchema,
  officeNameSchema,
  type JoinCodeInfo,
  type NewJoinCode,
  type OfficeInfo,
} from './joining.ts';
import type { SessionInfo } from './sessions.ts';
import type { SignedInUser } from './sync.ts';

// The part of the bridge about who is signed in, and how.

/** How the server is called that runs within the application, for its own PC. */
export const SERVER_HERE = 'this computer';

export interface SessionState {
  user: SignedInUser | null;
  /** Where the server is, as people know it: its host, or "this computer". */
  server: string;
  /** Whether what is sent to the server can be read on the way: http to another computer. */
  notEncrypted: boolean;
  /** Whether the user's password must be given before anything is read or written. */
  locked: boolean;
  /** Why the user must sign in (again), as a sentence; null where there is nothing to say. */
  notice: string | null;
}

export interface PasswordView {
  /** null where none is kept, or where the organisation keeps none (`PASSWORD_REVEAL=off`). */
  password: string | null;
  /** Whether the organisation keeps passwords for this view at all. */
  kept: boolean;
}

export const sessionParams = {
  'session.get': z.strictObject({}),
  /** Refused with `second-factor` where a `code` is wanted too, or the one given was wrong. */
  'session.signIn': z.strictObject({
    email: z.string().max(200),
    password: z.string().max(200),
    code: z.string().max(40).optional(),
  }),
  /**
   * Refused with `conflict` while changes wait, unless `evenIfWaiting`. With `wipe` the user's data on this computer is
   * erased, but for changes that are nowhere else.
   */
  'session.signOut': z.strictObject({ evenIfWaiting: z.boolean().optional(), wipe: z.boolean().optional() }),
  /** Locks all windows of the desktop application until the user's password is given. */
  'session.lock': z.strictObject({}),
  /** Refused with `unauthenticated` where the password is wrong, `too-many-requests` after several wrong ones. */
  'session.unlock': z.strictObject({ password: z.string().max(200) }),
  /** Whether this computer's own server has no user yet, so that its first administrator can be made here. */
  'firstStart.get': z.strictObject({}),
  'firstStart.makeAdmin': z.strictObject({
    name: z.string().max(200),
    email: z.string().max(200),
    password: z.string().max(200),
  }),
  /** Starts the application again with demo data, in a data folder of its own. */
  'firstStart.openDemo': z.strictObject({}),
  /**
   * Sets a password, online: one's own with the present one, another's as Super Admin. Waiting changes are sent first,
   * so that it can follow the saving of a new user.
   */
  'password.set': z.strictObject({
    userId: id,
    password: z.string().min(1).max(200),
    currentPassword: z.string().max(200).optional(),
  }),
  /** Reads the password of another user (decision 5), online. Written to the audit log. */
  'password.view': z.strictObject({ userId: id }),
  /** Whether a user has two-step sign-in, online: oneself, or anybody as Super Admin. */
  'secondFactor.status': secondFactorQuerySchema,
  /** Gives a new secret for an authenticator app, online; `proof` is the present password or a code. */
  'secondFactor.begin': proofSchema,
  /** Turns it on with the first code, online, and gives the recovery codes, once. */
  'secondFactor.confirm': firstCodeSchema,
  'secondFactor.newRecoveryCodes': proofSchema,
  'secondFactor.turnOff': proofSchema,
  /** Turns it off for another user, online, as Super Admin. */
  'secondFactor.reset': z.strictObject({ userId: id }),
  /** Where a user is signed in, online: oneself, or anybody as Super Admin. */
  'sessions.list': z.strictObject({ userId: id.optional() }),
  /** Signs a user out on one device, online. */
  'sessions.end': z.strictObject({ id }),
  /** What the office is called and where other PCs reach the server, online, for administrators. */
  'office.get': z.strictObject({}),
  /** Says what the office is called, online, as Super Admin. */
  'office.setName': officeNameSchema,
  /** The join codes that are good yet, online, for administrators. */
  'joinCodes.list': z.strictObject({}),
  /** Makes a join code, online; its text is in this answer alone. Refused with `conflict` where no PC would reach the server. */
  'joinCodes.make': newJoinCodeSchema.required(),
  'joinCodes.end': z.strictObject({ id }),
  /** Writes the settings file of a join code to a place that the user chooses. */
  'joinCodes.saveFile': z.strictObject({ code: z.string().min(1).max(4_000) }),
} as const;

export interface SessionResults {
  'session.get': SessionState;
  'session.signIn': SessionState;
  'session.signOut': SessionState;
  'session.lock': SessionState;
  'session.unlock': SessionState;
  'firstStart.get': { needed: boolean };
  'firstStart.makeAdmin': null;
  'firstStart.openDemo': null;
  'password.set': null;
  'password.view': PasswordView;
  'secondFactor.status': SecondFactorStatus;
  'secondFactor.begin': SecondFactorEnrolment;
  'secondFactor.confirm': RecoveryCodes;
  'secondFactor.newRecoveryCodes': RecoveryCodes;
  'secondFactor.turnOff': null;
  'secondFactor.reset': null;
  'sessions.list': SessionInfo[];
  'sessions.end': null;
  'office.get': OfficeInfo;
  'office.setName': OfficeInfo;
  'joinCodes.list': JoinCodeInfo[];
  'joinCodes.make': NewJoinCode;
  'joinCodes.end': null;
  /** In a browser `download` is the path from which the page fetches it, once. null twice where the user decided against it. */
  'joinCodes.saveFile': { fileName: string | null; download: string | null };
}
