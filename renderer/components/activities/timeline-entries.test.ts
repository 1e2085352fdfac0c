import type { RecordView } from '#shared/protocol/record-view.ts';
import type { HistoryEntry } from '#shared/protocol/history.ts';
import { expect, it } from 'vitest';
import { timelineOf } from './timeline-entries.ts';

const activity = (at: string): RecordView => ({
  record: { _id: at, kind: 'Call', at },
  base: 1,
  references: {},
  waiting: false,
});
const change = (at: string): HistoryEntry => ({
  seq: 1,
  at,
  kind: 'update',
  by: null,
  fields: [],
  set: null,
});

const shown = (given: ReturnType<typeof timelineOf>): Record<string, string[]> =>
  Object.fromEntries(
    given.days.map(({ day, entries }) => [
      day,
      entries.map((entry) => `${entry.activity ? 'call' : 'change'} ${entry.at.slice(11, 16)}`),
    ]),
  );

const noMore = { more: false };

it('puts activities and changes in one list, newest first, by the Indian day', () => {
  const timeline = timelineOf(
    { entries: ['2026-08-05T19:00:00.000Z', '2026-08-05T10:00:00.000Z'].map(activity), ...noMore },
    { entries: ['2026-08-05T12:00:00.000Z', '2026-08-04T12:00:00.000Z'].map(change), ...noMore },
  );
  expect(shown(timeline)).toEqual({
    '2026-08-06': ['call 19:00'],
    '2026-08-05': ['change 12:00', 'call 10:00'],
    '2026-08-04': ['change 12:00'],
  });
  expect(timeline.older).toBeNull();
});

it('shows nothing below a place where something may be missing, and says what to ask for', () => {
  const activities = { entries: ['2026-08-05T12:00:00.000Z', '2026-08-01T12:00:00.000Z'].map(activity) };
  const changes = { entries: ['2026-08-05T11:00:00.000Z', '2026-08-03T11:00:00.000Z'].map(change) };
  const changesMissing = timelineOf({ ...activities, ...noMore }, { ...changes, more: true });
  expect(shown(changesMissing)).toEqual({
    '2026-08-05': ['call 12:00', 'change 11:00'],
    '2026-08-03': ['change 11:00'],
  });
  expect(changesMissing.older).toBe('changes');
  const bothMissing = timelineOf({ ...activities, more: true }, { ...changes, more: true });
  expect(bothMissing.older).toBe('changes');
  const callsMissing = timelineOf({ ...activities, more: true }, { ...changes, ...noMore });
  expect(callsMissing.older).toBe('activities');
  expect(Object.keys(shown(callsMissing))).toEqual(['2026-08-05', '2026-08-03', '2026-08-01']);
});

it('is empty where there is nothing', () => {
  expect(timelineOf({ entries: [], ...noMore }, { entries: [], ...noMore })).toEqual({
    days: [],
    older: null,
  });
});
