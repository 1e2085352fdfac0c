import { PATHS } from '#shared/protocol/sync.ts';
import { WeakNetwork } from '../../electron/desk/testing/weak-network.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { fillSignIn } from '../product/page-actions.ts';
import { expect, test } from './product-test.ts';

test('the dashboard shows no figures of before the first sync once that is over', async ({
  openPc,
  server,
}) => {
  const network = await WeakNetwork.before(server.origin);
  const { page } = await openPc({ plainServer: network.url });
  // The figures are counted before there is anything to count.
  network.holdBack([PATHS.pull]);
  await fillSignIn(page, DEMO_ACCOUNTS['Super Admin']);
  const total = page.getByRole('list', { name: 'Summary' }).getByRole('listitem').first();
  await expect(total).toContainText('0');
  // Whatever comes and goes on the page from here on.
  const seen = await page.evaluateHandle(() => {
    const figures: string[] = [];
    new MutationObserver(() => {
      const isSynced = document.querySelector('button[aria-label^="Sync: Synced"]') !== null;
      const [first] = document.querySelectorAll('[aria-label="Summary"] li');
      if (isSynced && first) figures.push(first.textContent);
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    return figures;
  });
  network.mend();
  await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible({ timeout: 45_000 });
  await expect(total).toContainText('400');
  await network.close();
  expect([...new Set(await seen.jsonValue())]).toEqual([await total.textContent()]);
});
