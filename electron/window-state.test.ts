import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readWindowState, writeWindowState } from './window-state.ts';

const DISPLAY = { x: 0, y: 0, width: 1920, height: 1040 };
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'window-state-'));
  file = join(folder, 'window.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the first start has a good size and no place of its own', () => {
  expect(readWindowState(file, [DISPLAY])).toEqual({ width: 1360, height: 860, maximized: false });
});

test('what was kept comes back', () => {
  const bounds = { x: 100, y: 50, width: 1200, height: 700 };
  writeWindowState(file, bounds, true);
  expect(readWindowState(file, [DISPLAY])).toEqual({ bounds, width: 1200, height: 700, maximized: true });
});

test('a window on a display that is gone keeps its size and loses its place', () => {
  writeWindowState(file, { x: 2500, y: 50, width: 1200, height: 700 }, false);
  expect(readWindowState(file, [DISPLAY])).toEqual({ width: 1200, height: 700, maximized: false });
  const second = { x: 1920, y: 0, width: 1920, height: 1080 };
  expect(readWindowState(file, [DISPLAY, second]).bounds).toMatchObject({ x: 2500, y: 50 });
});

test('a title bar above the display cannot be grasped', () => {
  writeWindowState(file, { x: 100, y: -300, width: 1200, height: 700 }, false);
  expect(readWindowState(file, [DISPLAY]).bounds).toBeUndefined();
});

test('a window larger than every display is made to fit', () => {
  writeWindowState(file, { x: 0, y: 0, width: 3000, height: 2000 }, false);
  expect(readWindowState(file, [DISPLAY])).toMatchObject({ width: 1920, height: 1040 });
});

test.each(['', 'not json', '{}', '{"bounds":{"x":"a"},"maximized":true}', '{"bounds":null}'])(
  'a damaged file %j counts as none',
  (content) => {
    writeFileSync(file, content);
    expect(readWindowState(file, [DISPLAY])).toEqual({ width: 1360, height: 860, maximized: false });
  },
);
