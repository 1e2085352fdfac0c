import { afterEach, beforeEach } from 'vitest';
import type { EntityName } from '#shared/model/entities.ts';
import {
  DEFAULT_DESKTOP_SETTINGS,
  type DesktopSettings,
  type ShownReminder,
} from '#shared/window/desktop-settings.ts';
import { Reminders } from '../desktop/reminders.ts';
import { writePage } from '../sync/page-writer.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { openWorkspace, pageOf, type SampleRow } from './sample-rows.ts';
import { temporaryFolder } from './test-desk.ts';

export type Row = Omit<SampleRow, '_seq'> & { _id: string };

export const user = { _id: 'hr', name: 'Pooja', email: 'pooja@demo.test', role: 'HR' };
/** A Wednesday. */
export const india = (time: string, day = '2026-08-05'): string =>
  new Date(`${day}T${time}:00+05:30`).toISOString();
export const at = (time: string, day?: string): number => Date.parse(india(time, day));

let folder: ReturnType<typeof temporaryFolder>;
export let workspace: Workspace;
export let told: ShownReminder[];
let seq = 0;

/** Each test of the file has a workspace of its own, with all records here and none in it. */
export function openReminders(): void {
  beforeEach(async () => {
    folder = temporaryFolder();
    workspace = openWorkspace(folder.path, user);
    await workspace.cache.buildIndexes();
    workspace.cache.movePosition({ complete: true });
    told = [];
  });

  afterEach(() => {
    workspace.close();
    folder.remove();
  });
}

/** Writes rows as a pull does. */
export function put(entity: EntityName, ...rows: Row[]): void {
  const numbered = rows.map((row): SampleRow => ({ ...row, _seq: (seq += 1) }));
  writePage(workspace.cache, workspace.overlay, pageOf(entity, numbered, { seq }));
  workspace.cache.touched(entity);
}

/** A record goes, as a pull says it. */
export function remove(entity: EntityName, id: string): void {
  const gone = [{ entity, ids: [id] }];
  writePage(workspace.cache, workspace.overlay, { ...pageOf(entity, [], { seq: (seq += 1) }), gone });
  workspace.cache.touched(entity);
}

export const inquiry = (_id: string, more: Omit<Row, '_id'>): Row => ({
  _id,
  Name: _id,
  assignedTo: 'hr',
  ...more,
});
export const candidate = (_id: string, more: Omit<Row, '_id'>): Row => ({
  _id,
  fullName: _id,
  map: 'hr',
  paymentStatus: 'Fully Paid',
  ...more,
});

export const begin = (time = '09:00', day?: string): Reminders =>
  new Reminders(workspace, (reminder) => told.push(reminder), at(time, day));
export const titles = (): string[] => told.splice(0).map(({ title }) => title);

export function look(
  reminders: Reminders,
  time: number,
  settings: Partial<DesktopSettings> = {},
  isLocked = false,
  steady?: number,
): number {
  return reminders.look(time, { ...DEFAULT_DESKTOP_SETTINGS, ...settings }, isLocked, steady);
}
