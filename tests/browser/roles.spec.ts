import type { Page } from '@playwright/test';
import type { Role } from '#shared/access/roles.ts';
import { mayOpen, routes, routesOf, type Route } from '#shared/access/routes.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { fillSignIn, openScreen, signIn, signOut } from '../product/page-actions.ts';
import { prepareRecord } from '../product/prepare-record.ts';
import { restClient } from '../product/rest-client.ts';
import { screenExtras } from '../product/screen-extras.ts';
import { offerOf } from '../product/screen-offers.ts';
import { lookAtScreen, walkScreen } from '../product/screen-walk.ts';
import { WHOLE_WALKS } from '../product/tier.ts';
import { walkRecord } from '../product/walk-records.ts';
import { expect, test } from './product-test.ts';

/**
 * Each role opens every screen that it may and finds what it offers the role; the other screens send it to /dashboard.
 * Everything on a screen is done by one of its roles, by each in `npm run soak`, while a Super Admin follows on a second
 * desk. Which role may do what, the server's permission matrix has for all of them. What a screen offers stands in
 * screen-offers.ts and screen-extras.ts. The texts and validations of the screens are in their own files.
 */
// A Super Admin has eighteen lists to walk: on a slow machine that takes longer than other tests.
test.describe.configure({ timeout: 600_000 });

const ROLES = [
  ['Super Admin', 'Vikram Deshpande'],
  ['Admin', 'Kavita Menon'],
  ['HR', 'Pooja Kulkarni'],
  ['Employee', 'Nikhil Joshi'],
  ['Student', 'Riya Thomas'],
] as const;

async function open(page: Page, { path, label, labelledWithUserName }: Route): Promise<void> {
  await openScreen(page, labelledWithUserName ? new RegExp(`^${label}, `) : label);
  await page.waitForURL((url) => url.pathname === path);
}

/** The roles take turns: each has screens on which it does everything. */
function doesEverything(role: Role, route: Route): boolean {
  if (WHOLE_WALKS) return true;
  const doers = route.roles.filter((each) => offerOf(route, each)?.change !== undefined);
  return doers.length === 0 || doers[routes.indexOf(route) % doers.length] === role;
}

for (const [role, person] of ROLES) {
  test(`sections 2, 6: ${role} finds every action of every screen the role may open and ${
    WHOLE_WALKS ? 'does it' : 'by turns does it'
  }, a second desk follows, and no other screen opens`, async ({ openPc, server }) => {
    const [{ page }, { page: other }] = await Promise.all([openPc(), openPc({ height: 420 })]);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const rest = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
    // Else its screen stands in no menu.
    await rest.create('/api/office-settings', { eraseAfterMonths: '24' });
    await signIn(other, DEMO_ACCOUNTS['Super Admin']);
    const mine = routesOf(role);
    // Only who may open the interviews is offered as an interviewer.
    const interviewer = mayOpen('/upcominginterview', role) ? person : 'Nikhil Joshi';

    await test.step(`${role}: signs in to the entries of the role`, async () => {
      await fillSignIn(page, DEMO_ACCOUNTS[role]);
      await expect(page.getByText(`Logged in as ${role}`)).toBeVisible();
      await page.waitForURL('**/dashboard');
      await expect(page.getByText(`Signed in as: ${person} (${role})`)).toBeVisible();
      const menu = page.getByRole('navigation', { name: 'Main menu' });
      await expect(menu.getByRole('link')).toHaveCount(mine.length);
    });

    for (const [index, route] of mine.entries()) {
      const offer = offerOf(route, role);
      const extra = screenExtras[route.path];
      if (offer) {
        const whole = doesEverything(role, route);
        const followed = offer.followedOn ?? route.path;
        await Promise.all([
          open(page, route),
          // What is done beside the list is followed too.
          ...(whole || extra ? [open(other, routes.find(({ path }) => path === followed) ?? route)] : []),
        ]);
        const number = 10 + index;
        const mark = { word: `walker-${number}`, phone: `90000 700${number}`, interviewer };
        const entries = walkRecord(offer.entity, mark);
        if (offer.needs) await prepareRecord(rest, offer.needs, walkRecord(offer.needs, mark));
        const prepare = (): Promise<void> => prepareRecord(rest, offer.entity, entries);
        const walk = whole ? walkScreen : lookAtScreen;
        await walk({ role, screen: route.label, offer, page, other, mark, entries, prepare });
      } else {
        await open(page, route);
        await expect(page.getByRole('main')).toHaveText(/\S/);
      }
      if (extra) {
        await test.step(`${role}, ${route.label}: ${extra.what}`, () =>
          extra.act({ role, person, page, other }));
      }
    }

    await test.step(`${role}: is sent to the dashboard from every other screen`, async () => {
      const closed = routes.map(({ path }) => path).filter((path) => !mayOpen(path, role));
      for (const path of [...closed, '/no-such-page']) {
        await page.goto(path);
        await page.waitForURL('**/dashboard');
      }
    });

    await test.step(`${role}: signed out, is sent to sign in`, async () => {
      await signOut(page);
      await page.waitForURL('**/login');
      for (const path of [mine.at(-1)?.path ?? '', '/no-such-page']) {
        await page.goto(path);
        await page.waitForURL('**/login');
      }
    });
  });
}
