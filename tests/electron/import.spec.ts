import type { ImportState } from '#shared/protocol/import.ts';
import type { Page } from '@playwright/test';
import { signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test } from './launch.ts';

let calls = 500_000;

/** A call of the bridge as the page makes it. */
function call<Result>(page: Page, method: string, params: object): Promise<Result> {
  calls += 1;
  return page.evaluate(
    (message) =>
      new Promise<never>((resolve, reject) => {
        const stop = window.bridgePort?.listen((answer) => {
          if (!('id' in answer) || answer.id !== message.id) return;
          stop?.();
          if ('error' in answer) reject(new Error(JSON.stringify(answer.error)));
          else resolve(answer.result as never);
        });
        window.bridgePort?.send(message as never);
      }),
    { id: calls, method, params },
  );
}

test('the packaged application reads a file in its worker and makes records of it', async ({ launch }) => {
  const { page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  const bytes = Buffer.from(
    'Student Name,Ph. No.,Mail ID\r\nAsha Packaged,9811600001,asha@packaged.test\r\n',
  );
  const id = 'packaged';
  await call(page, 'import.open', { id, entity: 'candidate', fileName: 'leads.csv', size: bytes.length });
  await call(page, 'import.bytes', { id, at: 0, base64: bytes.toString('base64') });
  const state = (): Promise<ImportState> => call<ImportState>(page, 'import.state', {});
  await expect.poll(async () => (await state()).busy).toBeNull();
  expect(await state()).toMatchObject({ problem: null, step: 'columns', reading: { rows: 1 } });
  const fields = (await state()).columns.map(({ field }) => field);
  expect(fields).toEqual(['fullName', 'mobile', 'email']);
  await call(page, 'import.columns', { id, fields, fixed: {}, meanings: {} });
  await expect.poll(async () => (await state()).counts).toMatchObject({ new: 1 });
  await expect.poll(async () => (await state()).busy).toBeNull();
  expect(await call(page, 'import.run', { id })).toMatchObject({ added: 1, leftOut: 0 });
});
