import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'demo-command-'));
const command = fileURLToPath(new URL('main.ts', import.meta.url));

function demo(...args: string[]): { status: number | null; out: string; error: string } {
  const ended = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
  return { status: ended.status, out: ended.stdout, error: ended.stderr };
}

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('npm run demo', () => {
  it('fills a new folder, says so in one line, and refuses to do it twice', () => {
    const data = join(folder, 'new', 'data');
    const first = demo('--candidates', '30', '--inquiries', '1200', '--data', data, '--seed', '7');
    expect(first.error).toBe('');
    expect(first.status).toBe(0);
    expect(first.out.trim().split('\n').at(-1)).toMatch(
      /seed 7.*1,200 Inquiries, 30 Candidates, [\d,]+ Activities, \d+ Documents\.$/,
    );
    const second = demo('--data', data);
    expect(second.status).toBe(1);
    expect(second.error).toMatch(/^The database in .* already holds records: choose another folder .*\n$/);
  });

  it.each([
    [['--candidates', 'many', '--data', join(folder, 'no')], '--candidates must be a whole number'],
    [['--candidates', '5'], 'Say which folder to fill with --data'],
    [['--cadidates', '5', '--data', join(folder, 'no')], "Unknown option '--cadidates'"],
  ])('refuses %j with one sentence', (args, sentence) => {
    const ended = demo(...args);
    expect(ended.status).toBe(1);
    expect(ended.error).toContain(sentence);
    expect(ended.error.trim().split('\n')).toHaveLength(1);
    expect(existsSync(join(folder, 'no'))).toBe(false);
  });
});
