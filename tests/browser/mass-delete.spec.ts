import { WeakNetwork } from '../../electron/desk/testing/weak-network.ts';
import { BOTH_THEMES, takePictures } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { openScreen, signIn } from '../product/page-actions.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

test('who is asked about a mass delete keeps the records, loses the network, is asked again and agrees', async ({
  openPc,
  server,
}) => {
  const network = await WeakNetwork.before(server.origin);
  try {
    const { page } = await openPc({ plainServer: network.url });
    await signIn(page, DEMO_ACCOUNTS.HR);
    await openScreen(page, 'Candidate');
    const heading = page.getByRole('heading', { name: 'Candidates' });
    await expect(heading).toContainText('400');
    const offline = page.getByRole('button', { name: /^Sync: Offline/ });
    network.cut();
    await expect(offline).toBeVisible({ timeout: 45_000 });

    const chief = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
    const candidates = await chief.list('/api/students?limit=400');
    for (const { _id } of candidates.slice(0, 280))
      expect(await chief.remove(`/api/students/${_id}`)).toBe(200);

    network.mend();
    const waits = page.getByRole('button', { name: 'Sync: Sync waits for your answer' });
    await waits.click({ timeout: 45_000 });
    const tray = page.getByRole('dialog', { name: 'Sync' });
    await expect(tray.getByRole('alert')).toContainText(
      'The server asks this computer to remove most of its candidates. They stay until you agree.',
    );
    await takePictures(page, 'mass-delete-asked', BOTH_THEMES);
    await tray.getByRole('button', { name: 'Keep my records' }).click();
    const kept = 'The records stay, and nothing new is fetched until you agree.';
    await expect(tray.getByRole('alert')).toContainText(kept);
    await expect(heading).toContainText('400');

    network.cut();
    await expect(tray).toContainText('The server cannot be reached', { timeout: 45_000 });
    network.mend();
    await expect(tray.getByRole('alert')).toContainText(kept, { timeout: 45_000 });

    await tray.getByRole('button', { name: 'Remove them…' }).click();
    const question = page.getByRole('dialog', { name: 'Remove these records from this PC?' });
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(tray).toContainText('This PC is connected and up to date.');
    await page.keyboard.press('Escape');
    await expect(heading).toContainText('120');
  } finally {
    await network.close();
  }
});
