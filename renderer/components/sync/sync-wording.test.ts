import type { SyncStatus } from '#shared/protocol/sync-calls.ts';
import { describe, expect, it } from 'vitest';
import {
  agoText,
  clockSentence,
  lacksRecords,
  progressPercent,
  progressText,
  syncSentence,
  syncWords,
  triedSentence,
  unsentQuestion,
} from './sync-wording.ts';

const NOW = Date.parse('2026-08-05T11:00:00.000Z');
const MINUTE = 60_000;

const status = (part: Partial<SyncStatus>): SyncStatus => ({
  state: 'live',
  waiting: 0,
  attention: 0,
  syncedAt: new Date(NOW - 2 * MINUTE).toISOString(),
  progress: null,
  problem: null,
  clockAhead: null,
  notices: [],
  ...part,
});

const text = (part: Partial<SyncStatus>): string => syncWords(status(part), NOW).text;

describe('the indicator', () => {
  it('says how old the records are only while nothing comes', () => {
    expect(text({})).toBe('Synced');
    expect(text({ syncedAt: null })).toBe('Synced');
    expect(text({ state: 'offline' })).toBe('Offline · last synced 2 min ago');
    expect(text({ state: 'offline', syncedAt: null })).toBe('Offline');
    expect(text({ state: 'sign-in' })).toBe('Sign in again to sync · last synced 2 min ago');
  });

  it('says what waits while offline, and is calm about it', () => {
    expect(syncWords(status({ state: 'offline', waiting: 3 }), NOW)).toEqual({
      text: 'Offline · 3 changes waiting · last synced 2 min ago',
      tone: 'calm',
      attention: null,
    });
    expect(text({ state: 'offline', waiting: 1, syncedAt: null })).toBe('Offline · 1 change waiting');
  });

  it('counts the first sync in Indian grouping', () => {
    expect(progressText({ done: 12_000, total: 100_000 })).toBe('First sync: 12,000 of 1,00,000');
    expect(progressText({ done: 12_000, total: null })).toBe('First sync: 12,000');
    expect(progressPercent({ done: 25, total: 100 })).toBe(25);
    expect(progressPercent({ done: 120, total: 100 })).toBe(100);
    expect(progressPercent({ done: 5, total: null })).toBeNull();
    expect(progressPercent({ done: 0, total: 0 })).toBeNull();
  });

  it('tells what needs attention beside the state, not instead of it', () => {
    expect(syncWords(status({ attention: 2 }), NOW)).toEqual({
      text: 'Synced',
      tone: 'good',
      attention: '2 need attention',
    });
    expect(syncWords(status({ attention: 1 }), NOW).attention).toBe('1 needs attention');
  });

  it('says that the clock of this PC is another than the server’s, and what each says', () => {
    expect(syncWords(status({ clockAhead: 365 * 24 * 60 * MINUTE }), NOW)).toMatchObject({
      text: 'Synced · this PC’s clock is wrong',
      tone: 'ask',
    });
    expect(clockSentence(null, NOW)).toBeNull();
    expect(clockSentence(24 * 60 * MINUTE, NOW)).toMatch(/says 05 Aug 2026, .*server’s says 04 Aug 2026, /);
    expect(clockSentence(-24 * 60 * MINUTE, NOW)).toMatch(/says 05 Aug 2026, .*server’s says 06 Aug 2026, /);
  });

  it('asks where the user has to do something', () => {
    expect(syncWords(status({ state: 'halted' }), NOW).tone).toBe('ask');
    expect(syncWords(status({ state: 'set-up', waiting: 2, syncedAt: null }), NOW)).toMatchObject({
      text: 'Set up two-step sign-in to sync · 2 changes waiting',
      tone: 'ask',
    });
    expect(syncWords(status({ state: 'too-old', waiting: 2, syncedAt: null }), NOW)).toMatchObject({
      text: 'This PC is too old for the server: update it · 2 changes waiting',
      tone: 'ask',
    });
    expect(syncWords(status({ state: 'sign-in', waiting: 2, syncedAt: null }), NOW)).toMatchObject({
      text: 'Sign in again to sync · 2 changes waiting',
      tone: 'ask',
    });
  });
});

it('records are said to be missing where a first sync was cut off, and not while it goes on', () => {
  const lacks = (part: Partial<SyncStatus>): boolean => lacksRecords(status({ syncedAt: null, ...part }));
  expect(lacks({ state: 'offline' })).toBe(true);
  expect(lacks({ state: 'sign-in' })).toBe(true);
  expect(lacks({ state: 'first-sync' })).toBe(false);
  expect(lacks({ state: 'idle' })).toBe(false);
  expect(lacksRecords(status({ state: 'offline' }))).toBe(false);
});

describe('agoText', () => {
  const ago = (ms: number): string => agoText(new Date(NOW - ms).toISOString(), NOW);

  it('speaks of minutes, hours and days', () => {
    expect(ago(59_000)).toBe('just now');
    expect(ago(60_000)).toBe('1 min ago');
    expect(ago(3 * 60 * MINUTE)).toBe('3 h ago');
    expect(ago(24 * 60 * MINUTE)).toBe('yesterday 4:30 pm');
    expect(ago(10 * 24 * 60 * MINUTE)).toBe('26 Jul 2026, 4:30 pm');
  });

  it('takes a time ahead of this clock as now', () => {
    expect(ago(-5 * MINUTE)).toBe('just now');
  });
});

it('says in the panel that changes are kept', () => {
  expect(syncSentence(status({ state: 'offline', waiting: 1, syncedAt: null }))).toBe(
    'The server cannot be reached, and you can go on working. 1 change is kept on this PC until it can be sent.',
  );
});

it('says that trying again has not helped yet', () => {
  expect(triedSentence('2026-08-05T11:00:00.000Z')).toBe(
    'No answer at 4:30 pm. It is tried again by itself.',
  );
});

it('says at Logout how many changes are not sent', () => {
  expect(unsentQuestion(1).message).toMatch(/^1 change has not reached/);
  expect(unsentQuestion(12).message).toMatch(/^12 changes have not reached/);
  expect(unsentQuestion(0).message).toMatch(/^Some changes have not reached/);
});
