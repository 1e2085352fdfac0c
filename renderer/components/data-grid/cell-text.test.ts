import { candidate } from '#shared/model/candidate.ts';
import { inquiry } from '#shared/model/inquiry.ts';
import { expect, it } from 'vitest';
import { cellHint, cellText } from './cell-text.ts';

const now = Date.parse('2026-08-05T11:00:00.000Z');

it('speaks of times as people do, and gives the full date on hover', () => {
  const row = { _id: 'c', nextCall: '2026-08-05T12:30:00.000Z' };
  expect(cellText(candidate, 'nextCall', row, now)).toBe('Today 6:00 pm');
  expect(cellHint(candidate, 'nextCall', row, now)).toBe('05 Aug 2026, 6:00 pm');
});

it('shows a handler by name, and as Unknown where there is none', () => {
  expect(cellText(candidate, 'map', { _id: 'c', map: 'u', 'map.name': 'Neha Kapoor' }, now)).toBe(
    'Neha Kapoor',
  );
  expect(cellText(candidate, 'map', { _id: 'c', map: 'u', 'map.name': null }, now)).toBe('Unknown');
  expect(cellText(candidate, 'map', { _id: 'c', map: null }, now)).toBe('Unknown');
});

it('leaves other empty references empty', () => {
  expect(cellText(inquiry, 'leadStatus', { _id: 'i', leadStatus: null }, now)).toBe('');
});

it('keeps long texts on one line, and whole on hover', () => {
  const row = { _id: 'c', discussion: 'Called.\n\nWill join.' };
  expect(cellText(candidate, 'discussion', row, now)).toBe('Called. Will join.');
  expect(cellHint(candidate, 'discussion', row, now)).toBe('Called.\n\nWill join.');
});
