import { z } from 'zod';
import { PATHS } from './sync.ts';

/** Two-step sign-in: beside the password a code of six digits from an authenticator app, or a recovery code. */

/** Query of GET on `PATHS.secondFactor`: another user's as Super Admin, else one's own. */
export const secondFactorQuerySchema = z.strictObject({ userId: z.string().min(1).max(100).optional() });

/** What shows that it is the user who asks for a change: the present password, or a code. */
export const proofSchema = z.strictObject({ proof: z.string().min(1).max(200) });

/** The first code of a new authenticator. */
export const firstCodeSchema = z.strictObject({ code: z.string().min(1).max(40) });

export interface SecondFactorStatus {
  on: boolean;
  /** ISO time since when; null where it is off. */
  since: string | null;
  recoveryCodesLeft: number;
  /** Whether the user's role must use it. */
  required: boolean;
}

/** What an authenticator app is given, before its first code confirms it. */
export interface SecondFactorEnrolment {
  /** Base32, for typing by hand. */
  secret: string;
  /** `otpauth://` address, as a QR picture shows it. */
  uri: string;
}

/** Shown once: the server keeps hashes. */
export interface RecoveryCodes {
  recoveryCodes: string[];
}

/** What the audit log tells of somebody's two-step sign-in. */
export type SecondFactorChange = 'on' | 'replaced' | 'off' | 'reset' | 'new-recovery-codes' | 'recovery-code';

export const SECOND_FACTOR_PATHS = {
  begin: `${PATHS.secondFactor}/begin`,
  confirm: `${PATHS.secondFactor}/confirm`,
  recoveryCodes: `${PATHS.secondFactor}/recovery-codes`,
  off: `${PATHS.secondFactor}/off`,
} as const;

export const secondFactorPath = (userId?: string): string =>
  userId === undefined ? PATHS.secondFactor : `${PATHS.secondFactor}?userId=${encodeURIComponent(userId)}`;

/** Path by which a Super Admin turns it off for somebody, by DELETE. */
export const resetSecondFactorPath = (userId: string): string =>
  `${PATHS.secondFactor}/${encodeURIComponent(userId)}`;
