import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '#shared/access/permissions.ts';
import { ROLES, type Role } from '#shared/access/roles.ts';
import { mayOpen } from '#shared/access/routes.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import { TODAY_PARTS, type TodayPage, type TodayPart, type TodayRow } from '#shared/protocol/today.ts';
import { writePage } from '../../sync/page-writer.ts';
import { openWorkspace, pageOf, type SampleRow } from '../../testing/sample-rows.ts';
import { temporaryFolder } from '../../testing/test-desk.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { Today } from './today.ts';

const hr: Actor = { _id: 'hr', role: 'HR' };
const superAdmin: Actor = { _id: 'boss', role: 'Super Admin' };
/** Ten past four in the afternoon in India. */
const NOW = Date.parse('2026-08-05T16:10:00.000+05:30');
const india = (time: string): string => new Date(`${time}+05:30`).toISOString();

let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;
let seq = 0;

beforeEach(async () => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
  await workspace.cache.buildIndexes();
  put('user', [
    { _id: 'hr', name: 'Pooja' },
    { _id: 'other', name: 'Ravi' },
  ]);
});

afterEach(() => {
  workspace.close();
  folder.remove();
});

/** Writes rows as a pull does. */
function put(entity: EntityName, rows: readonly (Omit<SampleRow, '_seq'> & { _id: string })[]): void {
  const numbered = rows.map((row): SampleRow => ({ ...row, _seq: (seq += 1) }));
  writePage(workspace.cache, workspace.overlay, pageOf(entity, numbered, { seq }));
  workspace.cache.touched(entity);
}

const inquiry = (
  _id: string,
  more: Omit<SampleRow, '_seq' | '_id'>,
): Omit<SampleRow, '_seq'> & { _id: string } => ({
  _id,
  Name: _id,
  createdAt: india('2026-08-01T10:00:00'),
  assignedTo: 'hr',
  ...more,
});
const candidate = (
  _id: string,
  more: Omit<SampleRow, '_seq' | '_id'>,
): Omit<SampleRow, '_seq'> & { _id: string } => ({
  _id,
  fullName: _id,
  createdAt: india('2026-08-01T10:00:00'),
  map: 'hr',
  ...more,
});

function list(part: TodayPart, more: Partial<Params<'today.list'>> = {}, actor = hr, now = NOW): TodayPage {
  return workspace.today.list({ part, whose: 'mine', after: null, limit: 200, ...more }, actor, now);
}
const ids = ({ rows }: TodayPage): string[] => rows.map(({ record }) => record._id);

describe('calls of today', () => {
  beforeEach(() => {
    put('inquiry', [
      inquiry('lead overdue', { nextCall: india('2026-08-04T11:00:00') }),
      inquiry('lead later', { nextCall: india('2026-08-05T18:00:00') }),
      inquiry('lead tomorrow', { nextCall: india('2026-08-06T00:00:00') }),
      inquiry('lead of nobody', { nextCall: india('2026-08-05T09:00:00'), assignedTo: null }),
      inquiry('lead of Ravi', { nextCall: india('2026-08-05T10:00:00'), assignedTo: 'other' }),
      inquiry('lead enrolled', { nextCall: india('2026-08-03T10:00:00'), enrolledAs: 'c' }),
    ]);
    put('candidate', [
      candidate('candidate long ago', { nextCall: india('2026-07-01T11:00:00') }),
      candidate('candidate last of the day', { nextCall: india('2026-08-05T23:59:59') }),
      candidate('candidate of Ravi', { nextCall: india('2026-08-05T15:00:00'), map: 'other' }),
      candidate('candidate without', { nextCall: null }),
    ]);
  });

  it('are in one list by their time: mine with what nobody has, everybody’s by the switch', () => {
    const mine = [
      'candidate long ago',
      'lead overdue',
      'lead of nobody',
      'lead later',
      'candidate last of the day',
    ];
    expect(ids(list('calls'))).toEqual(mine);
    expect(ids(list('calls', { whose: 'everybody' }))).toEqual([
      ...mine.slice(0, 3),
      'lead of Ravi',
      'candidate of Ravi',
      ...mine.slice(3),
    ]);
  });

  it('come page by page, in the same order and each once', () => {
    const whole = ids(list('calls', { whose: 'everybody' }));
    const paged: TodayRow[] = [];
    for (let page: TodayPage = { rows: [], more: true }; page.more;) {
      const last = paged.at(-1);
      const after = last ? { at: last.at, id: last.record._id } : null;
      page = list('calls', { whose: 'everybody', after, limit: 2 });
      paged.push(...page.rows);
    }
    expect(paged.map(({ record }) => record._id)).toEqual(whole);
  });

  it('are counted as overdue from the moment their time has passed, and end with the day in India', () => {
    const counts = (time: string): unknown =>
      workspace.today.counts('mine', hr, Date.parse(india(time))).calls;
    expect(counts('2026-08-05T16:10:00')).toEqual({ overdue: 3, today: 2 });
    expect(counts('2026-08-05T18:00:00.000')).toEqual({ overdue: 3, today: 2 });
    expect(counts('2026-08-05T18:00:00.001')).toEqual({ overdue: 4, today: 1 });
    expect(counts('2026-08-05T23:59:59.999')).toEqual({ overdue: 5, today: 0 });
    // The UTC day began at half past five in the morning: nothing changes then.
    expect(counts('2026-08-06T00:00:00.000')).toEqual({ overdue: 5, today: 1 });
    expect(ids(list('calls', {}, hr, Date.parse(india('2026-08-06T00:00:00'))))).toContain('lead tomorrow');
    expect(ids(list('calls', {}, hr, Date.parse(india('2026-08-05T23:59:59'))))).not.toContain(
      'lead tomorrow',
    );
  });

  it('are right again when a clock that was ahead is, the other parts and figures too', () => {
    put('candidate', [
      candidate('interviewed today', {
        interviewDate: india('2026-08-05T17:00:00'),
        interviewStatus: 'Scheduled',
        paymentStatus: 'Fully Paid',
      }),
    ]);
    const ask = (day: string): unknown => {
      const now = Date.parse(india(`${day}T16:10:00`));
      return [workspace.today.counts('mine', hr, now), workspace.today.figures(superAdmin, now)];
    };
    const right = ask('2026-08-05');
    expect(ask('2026-08-06')).not.toEqual(right);
    expect(ask('2026-08-05')).toEqual(right);
  });

  it('say when they change by time alone', () => {
    const until = (time: string): string => workspace.today.counts('mine', hr, Date.parse(india(time))).until;
    expect(until('2026-08-05T16:10:00')).toBe(india('2026-08-05T18:00:00.001'));
    expect(until('2026-08-05T18:30:00')).toBe(india('2026-08-05T23:59:59.001'));
    expect(until('2026-08-06T08:00:00')).toBe(india('2026-08-07T00:00:00'));
  });

  it('follow what is changed here, and carry what their row shows', () => {
    expect(workspace.today.counts('mine', hr, NOW).calls.overdue).toBe(3);
    workspace.writer.save(
      {
        entity: 'inquiry',
        id: 'lead overdue',
        base: 1,
        changes: { nextCall: india('2030-08-05T20:00:00') },
      },
      { _id: 'u1', role: 'Super Admin' },
    );
    expect(workspace.today.counts('mine', hr, NOW).calls.overdue).toBe(2);
    expect(ids(list('calls'))).not.toContain('lead overdue');
    expect(list('calls').rows[0]).toMatchObject({
      entity: 'candidate',
      at: india('2026-07-01T11:00:00'),
      record: { fullName: 'candidate long ago' },
      references: { map: 'Pooja' },
      waiting: false,
    });
  });
});

it('interviews of the day are those still to be held, of the one who handles or interviews', () => {
  const at = (time: string): Pick<SampleRow, string> => ({ interviewDate: india(time) });
  put('candidate', [
    candidate('second', {
      ...at('2026-08-05T17:00:00'),
      interviewStatus: 'Scheduled',
      map: 'other',
      interviewerId: 'hr',
    }),
    candidate('first', {
      ...at('2026-08-05T00:00:00'),
      interviewStatus: 'Scheduled',
      interviewerName: 'Meena',
    }),
    candidate('held', { ...at('2026-08-05T11:00:00'), interviewStatus: 'Cleared' }),
    candidate('tomorrow', { ...at('2026-08-06T00:00:00'), interviewStatus: 'Scheduled' }),
    candidate('of Ravi', {
      ...at('2026-08-05T12:00:00'),
      interviewStatus: 'Scheduled',
      map: 'other',
      interviewerName: 'Meena',
    }),
  ]);
  expect(ids(list('interviews'))).toEqual(['first', 'second']);
  expect(ids(list('interviews', { whose: 'everybody' }))).toEqual(['first', 'of Ravi', 'second']);
  expect(workspace.today.figures(superAdmin, NOW).interviews).toEqual([
    { interviewer: 'Meena', count: 2 },
    { interviewer: null, count: 1 },
  ]);
});

it('website contacts are new for fourteen days, until they are taken over or have a note; who waits longest is first', () => {
  const contact = (
    _id: string,
    createdAt: string,
    more: Omit<SampleRow, '_seq' | '_id'> = {},
  ): SampleRow => ({
    _id,
    _seq: 0,
    name: _id,
    createdAt,
    ...more,
  });
  put('contactInquiry', [
    contact('today', india('2026-08-05T09:00:00')),
    contact('oldest', india('2026-07-22T00:00:00')),
    contact('too old', india('2026-07-21T23:59:59')),
    contact('taken over', india('2026-08-04T09:00:00'), { inquiry: 'i' }),
    contact('noted', india('2026-08-04T09:00:00'), { notes: 'Rang her' }),
    contact('of Ravi', india('2026-08-04T09:00:00'), { assignedTo: 'other' }),
    contact('mine', india('2026-08-04T10:00:00'), { assignedTo: 'hr' }),
  ]);
  expect(ids(list('contacts'))).toEqual(['oldest', 'mine', 'today']);
  expect(ids(list('contacts', { whose: 'everybody' }))).toEqual(['oldest', 'of Ravi', 'mine', 'today']);
  expect(workspace.today.counts('mine', hr, NOW).contacts).toBe(3);
});

describe('inquiries that nobody has called yet', () => {
  const uncalled = (): string[] => ids(list('uncalled'));

  beforeEach(() => {
    put('leadStatus', [
      { _id: 's1', name: 'New Lead' },
      { _id: 's2', name: 'Not Interested' },
    ]);
    put('inquiry', [
      inquiry('second', { createdAt: india('2026-08-02T10:00:00'), leadStatus: 's1' }),
      inquiry('first', { createdAt: india('2026-07-02T10:00:00') }),
      inquiry('closed', { leadStatus: 's2' }),
      inquiry('planned', { nextCall: india('2026-09-01T10:00:00') }),
      inquiry('enrolled', { enrolledAs: 'c' }),
      inquiry('of Ravi', { createdAt: india('2026-08-03T10:00:00'), assignedTo: 'other' }),
    ]);
  });

  it('are those without next call, activity, candidate and closed status, the oldest first', () => {
    expect(uncalled()).toEqual(['first', 'second']);
    expect(ids(list('uncalled', { whose: 'everybody' }))).toEqual(['first', 'second', 'of Ravi']);
    expect(workspace.today.counts('mine', hr, NOW).uncalled).toBe(2);
  });

  it('leave when something is noted, planned or said, and come back when that is taken back', () => {
    put('activity', [{ _id: 'a1', inquiry: 'first', kind: 'Call', at: india('2026-08-05T10:00:00') }]);
    put('activity', [{ _id: 'a2', inquiry: 'first', kind: 'Note', at: india('2026-08-05T11:00:00') }]);
    expect(uncalled()).toEqual(['second']);
    workspace.cache.rows('activity').remove('a1');
    expect(uncalled()).toEqual(['second']);
    workspace.cache.rows('activity').remove('a2');
    expect(uncalled()).toEqual(['first', 'second']);

    put('activity', [{ _id: 'a3', inquiry: 'first', kind: 'Call', at: india('2026-08-05T10:00:00') }]);
    put('activity', [{ _id: 'a3', inquiry: 'second', kind: 'Call', at: india('2026-08-05T10:00:00') }]);
    expect(uncalled()).toEqual(['first']);

    put('inquiry', [inquiry('planned', { nextCall: null })]);
    put('inquiry', [inquiry('first', { leadStatus: 's2' })]);
    expect(uncalled()).toEqual(['planned']);
    put('leadStatus', [{ _id: 's2', name: 'Thinks about it' }]);
    expect(uncalled()).toEqual(['closed', 'first', 'planned']);
    put('inquiry', [inquiry('planned', { assignedTo: 'other' })]);
    workspace.cache.rows('inquiry').remove('first');
    expect(uncalled()).toEqual(['closed']);
    expect(workspace.today.counts('mine', hr, NOW).uncalled).toBe(1);
  });

  it('are the same by the triggers as by looking at every inquiry', () => {
    let random = 7;
    const next = (below: number): number => (random = (random * 48_271) % 2_147_483_647) % below;
    for (let step = 0; step < 600; step += 1) {
      const _id = `i${next(20)}`;
      if (next(3) === 0)
        put('activity', [{ _id: `a${next(15)}`, inquiry: next(4) === 0 ? null : _id, kind: 'Note' }]);
      else if (next(6) === 0) workspace.cache.rows('activity').remove(`a${next(15)}`);
      else if (next(8) === 0) workspace.cache.rows('inquiry').remove(_id);
      else
        put('inquiry', [
          inquiry(_id, {
            nextCall: next(2) === 0 ? null : india('2026-08-05T10:00:00'),
            enrolledAs: next(4) === 0 ? 'c' : null,
            assignedTo: next(2) === 0 ? 'hr' : null,
          }),
        ]);
    }
    const looked = workspace.cache.db
      .prepare(
        `SELECT "_id", "createdAt", "assignedTo", "leadStatus" FROM "inquiry" AS i WHERE "nextCall" IS NULL AND
         "enrolledAs" IS NULL AND NOT EXISTS (SELECT 1 FROM "activity" WHERE "inquiry" = i."_id") ORDER BY "_id"`,
      )
      .all();
    expect(looked.length).toBeGreaterThan(3);
    const kept = workspace.cache.db.prepare('SELECT * FROM "inquiry_uncalled" ORDER BY "_id"').all();
    expect(kept).toEqual(looked);
  });
});

describe('payments that are not complete, with a call due', () => {
  beforeEach(() => {
    const due = { nextCall: india('2026-08-05T12:00:00') };
    put('candidate', [
      candidate('half', { ...due, paymentStatus: 'Partially Paid', fee: 30_000, recievedAmount: 12_000 }),
      candidate('nothing', { ...due, paymentStatus: 'Not Paid', fee: 20_000, map: 'other' }),
      candidate('unknown', { ...due, nextCall: india('2026-08-05T13:00:00') }),
      candidate('overpaid', {
        ...due,
        paymentStatus: 'Partially Paid',
        fee: 10,
        recievedAmount: 50,
        map: 'other',
      }),
      candidate('all', { ...due, paymentStatus: 'Fully Paid', fee: 5, recievedAmount: 0 }),
      candidate('later', { nextCall: india('2026-08-06T12:00:00'), paymentStatus: 'Not Paid', fee: 7 }),
    ]);
  });

  it('are those of the calls due, and the Super Admin sees what they come to', () => {
    expect(ids(list('payments'))).toEqual(['half', 'unknown']);
    expect(ids(list('payments', { whose: 'everybody' }))).toHaveLength(4);
    expect(workspace.today.counts('everybody', hr, NOW).payments).toBe(4);
    expect(workspace.today.figures(superAdmin, NOW).payments).toEqual({ people: 4, rupees: 38_000 });
  });

  it('give neither rows nor figures to a role that may not see payments', () => {
    const hidden = { ...entityOf('candidate') };
    const read = { except: 'payment' } as const;
    hidden.access = {
      HR: [{ rows: 'all', read, set: 'all' }],
      'Super Admin': [{ rows: 'all', read, set: 'all' }],
    };
    const today = new Today(workspace.cache, workspace.texts, (entity) =>
      entity === 'candidate' ? hidden : entityOf(entity),
    );
    const asked = { whose: 'everybody', after: null, limit: 10 } as const;
    expect(() => today.list({ ...asked, part: 'payments' }, hr, NOW)).toThrow(/may not see/);
    expect(today.counts('everybody', hr, NOW).payments).toBeNull();
    expect(today.figures(superAdmin, NOW).payments).toBeNull();
    const rows = today.list({ ...asked, part: 'calls' }, hr, NOW).rows;
    expect(rows).toHaveLength(5);
    for (const name of ['fee', 'recievedAmount', 'paymentStatus'])
      expect(rows.every(({ record }) => !(name in record))).toBe(true);
  });
});

it('the figures count everybody’s calls by list, and what was added since the start of yesterday', () => {
  put('inquiry', [
    inquiry('a', {
      nextCall: india('2026-08-04T10:00:00'),
      assignedTo: 'other',
      createdAt: india('2026-08-04T00:00:00'),
    }),
    inquiry('b', { nextCall: india('2026-08-05T20:00:00'), createdAt: india('2026-08-03T23:59:59') }),
  ]);
  put('candidate', [
    candidate('c', { nextCall: india('2026-08-05T11:00:00'), createdAt: india('2026-08-05T09:00:00') }),
  ]);
  expect(workspace.today.figures(superAdmin, NOW)).toMatchObject({
    overdue: { candidates: 1, inquiries: 1 },
    today: { candidates: 0, inquiries: 1 },
    fresh: { candidates: 1, inquiries: 1, contacts: 0 },
  });
});

it.each([...ROLES, ''] as Role[])(
  'role "%s" gets of Today what the route says, figures for a Super Admin alone',
  (role) => {
    const actor: Actor = { _id: 'somebody', role };
    const open = mayOpen('/today', role);
    for (const part of TODAY_PARTS) {
      if (open) expect(list(part, {}, actor).rows).toEqual([]);
      else expect(() => list(part, {}, actor)).toThrow(/may not/);
    }
    if (open) expect(workspace.today.counts('everybody', actor, NOW).interviews).toBe(0);
    else expect(() => workspace.today.counts('everybody', actor, NOW)).toThrow(/may not/);
    if (role === 'Super Admin') expect(workspace.today.figures(actor, NOW).interviews).toEqual([]);
    else expect(() => workspace.today.figures(actor, NOW)).toThrow();
  },
);
