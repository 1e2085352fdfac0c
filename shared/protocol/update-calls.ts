import { z } from 'zod';
import { stageSchema, type UpdatesState } from './updates.ts';

// The part of the bridge that tells of new versions of the application.

/** How this PC stands: `ready` is fetched and checked, and installed at quitting. */
export type UpdateStatus =
  | { state: 'none' }
  | { state: 'fetching'; version: string; done: number; size: number }
  | { state: 'ready'; version: string };

export const updateParams = {
  'updates.status': z.strictObject({}),
  /** Asks the server now; it is asked now and then anyhow. */
  'updates.look': z.strictObject({}),
  /** Ends the application, installs what is ready and starts it again; asks first where a form is unsaved. */
  'updates.restart': z.strictObject({}),
  /** How updates stand in the office, online, for a Super Admin. */
  'updates.office': z.strictObject({}),
  'updates.setStage': stageSchema,
} as const;

export interface UpdateResults {
  'updates.status': UpdateStatus;
  'updates.look': UpdateStatus;
  'updates.restart': null;
  'updates.office': UpdatesState;
  'updates.setStage': UpdatesState;
}
