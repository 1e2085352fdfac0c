import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mergeTests } from '@playwright/test';
import { CERTIFICATES } from '../product/certificates.ts';
import { test as withServer } from '../browser/product-test.ts';
import { fillSignIn, openScreen, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS, freePort } from '../product/product.ts';
import { expect, test as withWindow } from './launch.ts';

const test = mergeTests(withWindow, withServer);

/** Environment variables that are on a PC for other programs do not open the application. */

test('the embedded server keeps to this computer and to its own data', async ({ launch }) => {
  const env = {
    SERVER_HOST: '0.0.0.0',
    ALLOW_PLAIN_HTTP: 'on',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
  };
  const { page } = await launch({ env });
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await signIn(page, DEMO_ACCOUNTS.HR);
});

test('no library writes statements and their values to the standard error, whatever DEBUG says', async ({
  launch,
}) => {
  const { app, page } = await launch({
    env: { DEBUG: '*' },
  });
  let said = '';
  app.process().stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const form = page.getByRole('dialog', { name: 'Add Candidate' });
  await form.getByLabel('Full Name').fill('Nowhere Written');
  await form.getByLabel('Mobile').fill('98200 54321');
  await form.getByLabel('Email').fill('nowhere.written@mail.test');
  await form.getByRole('button', { name: 'Save Employee' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible();
  await app.close();
  expect(said).not.toMatch(/knex|nowhere.?written|hr@demo/i);
});

test('no debugger of the page is let in by the command line', async ({ packaged }) => {
  const folder = mkdtempSync(join(tmpdir(), 'placement-desk-'));
  const port = await freePort();
  const child = spawn(
    packaged.executablePath,
    [...packaged.args, '--data', folder, `--remote-debugging-port=${port}`],
    { env: packaged.env, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  try {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    // Its own server comes after Chromium's.
    await expect.poll(() => said, { timeout: 60_000 }).toContain('Listening on http://');
    expect(said).not.toContain('DevTools');
    await expect(fetch(`http://127.0.0.1:${port}/json`)).rejects.toThrow();
  } finally {
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('no password goes to a server whose certificate is not trusted', async ({ launch, server }) => {
  const folder = mkdtempSync(join(tmpdir(), 'placement-certificate-'));
  try {
    const files = { TLS_CERT_FILE: join(folder, 'cert.pem'), TLS_KEY_FILE: join(folder, 'key.pem') };
    writeFileSync(files.TLS_CERT_FILE, CERTIFICATES.one.cert);
    writeFileSync(files.TLS_KEY_FILE, CERTIFICATES.one.key);
    await server.stop();
    await server.start(files);
    const { page } = await launch({
      args: ['--server', server.origin.replace('http:', 'https:')],
      demo: false,
      env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    });
    await fillSignIn(page, DEMO_ACCOUNTS.HR);
    await expect(page.getByRole('alert')).toContainText(
      'Nobody whom this PC trusts has signed the certificate',
    );
    expect(page.url()).toContain('/login');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
