import { BOTH_THEMES, takePictures } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { choose, openScreen, signIn } from '../product/page-actions.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

const STATUS = 'Cold Lead';
const TITLE = `Lead Status “${STATUS}” deleted, its inquiries moved`;

test('what was made in one go waits, is refused and is given up as one, and the tray says so', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
  const { _id: status } = await rest.create('/api/lead-status', { name: STATUS });
  const [first] = await Promise.all(
    ['Moved One', 'Moved Two', 'Moved Three'].map((Name) =>
      rest.create('/api/interns', { Name, leadStatus: status }),
    ),
  );
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await openScreen(page, 'Add Lead Status');
  await page.getByLabel('Search lead statuses').fill(STATUS);
  await server.stop();
  await page.getByRole('button', { name: `Delete ${STATUS}` }).click();
  const replace = page.getByRole('dialog', { name: `Delete "${STATUS}"?` });
  await choose(page, replace, 'Lead status of these inquiries', 'Interested');
  await replace.getByRole('button', { name: 'Move and delete' }).click();
  await expect(page.getByText('3 inquiries now have "Interested".')).toBeVisible();
  await page.getByRole('button', { name: /^Sync: Offline/ }).click();
  const tray = page.getByRole('dialog', { name: 'Sync' });
  const line = `One of 3 changes made in one go: “${TITLE}”.`;
  await expect(tray.getByText(line)).toHaveCount(3);
  await takePictures(page, 'tray-set-waiting', BOTH_THEMES);

  await pc.desk.stop();
  await server.start();
  const again = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  expect(await again.remove(`/api/interns/${first?._id ?? ''}`)).toBe(200);
  await pc.restart();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await page.getByRole('button', { name: /^Sync: .*need attention/ }).click();
  await expect(tray.getByText(`${line} None of them was saved.`)).toHaveCount(1);
  await expect(tray).toContainText('Moved One');
  await expect(tray).not.toContainText('Moved Two');
  await takePictures(page, 'tray-set-refused', BOTH_THEMES);
  const card = tray.getByRole('listitem').filter({ hasText: line });
  await card.getByRole('button', { name: 'Discard' }).click();
  const sure = page.getByRole('dialog', { name: 'Discard all 4 changes?' });
  await expect(sure).toContainText('all 4 of its changes that are not saved');
  await takePictures(page, 'tray-set-discard', BOTH_THEMES);
  await sure.getByRole('button', { name: 'Discard' }).click();
  await expect(card).toHaveCount(0);
});
