import { z } from 'zod';
import { PATHS } from './sync.ts';

/** Query of GET /api/auths/sessions: another user's as Super Admin, else one's own. */
export const sessionsQuerySchema = z.strictObject({ userId: z.string().min(1).max(100).optional() });

/** A place where a user is signed in. */
export interface SessionInfo {
  _id: string;
  /** Name of the PC; null for a REST client. */
  device: string | null;
  /** ISO time. */
  openedAt: string;
  /** ISO time at which it last renewed its token: within minutes for a desk that is open and connected. */
  lastSeenAt: string;
  /** Whether it is the session that asks. */
  current: boolean;
}

export const sessionsPath = (userId?: string): string =>
  userId === undefined ? PATHS.sessions : `${PATHS.sessions}?userId=${encodeURIComponent(userId)}`;

/** Path of one session, to be ended by DELETE. */
export const sessionPath = (id: string): string => `${PATHS.sessions}/${encodeURIComponent(id)}`;
