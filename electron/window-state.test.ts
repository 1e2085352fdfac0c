import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readWindowStates, writeWindowStates, type Bounds } from './window-state.ts';

const DISPLAY = { x: 0, y: 0, width: 1920, height: 1040 };
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'window-state-'));
  file = join(folder, 'window.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const keep = (bounds: Bounds, maximized = false): void =>
  writeWindowStates(file, { zoom: 100, windows: [{ bounds, maximized }] });
const FIRST = { zoom: 100, windows: [{ width: 1360, height: 860, maximized: false }] };

test('the first start has a good size and no place of its own', () => {
  expect(readWindowStates(file, [DISPLAY])).toEqual(FIRST);
});

test('what was kept comes back: places, addresses and the zoom', () => {
  const bounds = { x: 100, y: 50, width: 1200, height: 700 };
  const other = { ...bounds, x: 300 };
  const address = '/candidate?interviewStatus=Scheduled&sort=fullName.asc';
  writeWindowStates(file, {
    zoom: 125,
    windows: [
      { bounds, maximized: true },
      { bounds: other, maximized: false, address },
    ],
  });
  const size = { width: 1200, height: 700 };
  expect(readWindowStates(file, [DISPLAY])).toEqual({
    zoom: 125,
    windows: [
      { bounds, ...size, maximized: true },
      { bounds: other, ...size, maximized: false, address },
    ],
  });
});

test('what was typed into a search is not kept: the file is plain, and a name outlives its person there', () => {
  const bounds = { x: 100, y: 50, width: 1200, height: 700 };
  const address =
    '/candidate?search=asha+98200&in=documents&where=%5B%22asha%22%5D&interviewStatus=Scheduled';
  writeWindowStates(file, { zoom: 100, windows: [{ bounds, maximized: false, address }] });
  expect(readFileSync(file, 'utf8')).not.toMatch(/asha|98200/);
  const [kept] = readWindowStates(file, [DISPLAY]).windows;
  expect(kept.address).toBe('/candidate?interviewStatus=Scheduled');
  const bare = [{ bounds, maximized: false, address: '/inquiry?search=asha' }];
  writeWindowStates(file, { zoom: 100, windows: bare });
  expect(readWindowStates(file, [DISPLAY]).windows[0].address).toBe('/inquiry');
});

test('what an earlier version kept of its one window counts', () => {
  const bounds = { x: 100, y: 50, width: 1200, height: 700 };
  writeFileSync(file, JSON.stringify({ bounds, maximized: true }));
  expect(readWindowStates(file, [DISPLAY])).toEqual({
    zoom: 100,
    windows: [{ bounds, width: 1200, height: 700, maximized: true }],
  });
});

test('no more than eight windows come back, and only to pages of the application', () => {
  const one = { bounds: { x: 0, y: 0, width: 1000, height: 700 }, maximized: false };
  writeWindowStates(file, { zoom: 100, windows: Array.from({ length: 20 }, () => one) });
  expect(readWindowStates(file, [DISPLAY]).windows).toHaveLength(8);
  writeWindowStates(file, { zoom: 100, windows: [{ ...one, address: 'https://example.com/' }] });
  expect(readWindowStates(file, [DISPLAY])).toEqual(FIRST);
});

test('a window on a display that is gone keeps its size and loses its place', () => {
  keep({ x: 2500, y: 50, width: 1200, height: 700 });
  expect(readWindowStates(file, [DISPLAY]).windows).toEqual([{ width: 1200, height: 700, maximized: false }]);
  const second = { x: 1920, y: 0, width: 1920, height: 1080 };
  expect(readWindowStates(file, [DISPLAY, second]).windows[0].bounds).toMatchObject({ x: 2500, y: 50 });
});

test('a title bar above the display cannot be grasped', () => {
  keep({ x: 100, y: -300, width: 1200, height: 700 });
  expect(readWindowStates(file, [DISPLAY]).windows[0].bounds).toBeUndefined();
});

test('a window larger than every display is made to fit', () => {
  keep({ x: 0, y: 0, width: 3000, height: 2000 });
  expect(readWindowStates(file, [DISPLAY]).windows[0]).toMatchObject({ width: 1920, height: 1040 });
});

test('a zoom that is no step of ours counts as none', () => {
  const bounds = { x: 0, y: 0, width: 1000, height: 700 };
  writeFileSync(file, JSON.stringify({ zoom: 9000, windows: [{ bounds, maximized: false }] }));
  expect(readWindowStates(file, [DISPLAY]).zoom).toBe(100);
});

test.each([
  '',
  'not json',
  '{}',
  '{"bounds":{"x":"a"},"maximized":true}',
  '{"bounds":null}',
  '{"zoom":100,"windows":[]}',
])('a damaged file %j counts as none', (content) => {
  writeFileSync(file, content);
  expect(readWindowStates(file, [DISPLAY])).toEqual(FIRST);
});
