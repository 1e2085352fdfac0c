import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { hotkeys } from '#shared/window/hotkeys.ts';
import { menuTemplate, type MenuActions } from './menu-template.ts';

const done: string[] = [];
const note = (what: string) => (): void => void done.push(what);
const actions: MenuActions = {
  press: (keys) => void done.push(`press ${keys}`),
  go: (address) => void done.push(`go ${address}`),
  step: (by) => void done.push(by),
  zoom: (change) => void done.push(`zoom ${change}`),
  fullScreen: note('full'),
  closeWindow: note('close'),
  quit: note('quit'),
  about: note('about'),
};

function itemsOf(isMac: boolean, forDevelopers = false): MenuItemConstructorOptions[] {
  const template = menuTemplate(actions, { isMac, forDevelopers });
  return template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
}

test('an item shows the key that does the same in the page, and leaves the key to the page', () => {
  const items = itemsOf(false);
  const add = items.find(({ label }) => label === 'Add a record');
  expect(add).toMatchObject({ accelerator: 'N', registerAccelerator: false });
  const goTo = items.find(({ label }) => label === 'Find people, screens and commands');
  expect(goTo).toMatchObject({ accelerator: 'CommandOrControl+K', registerAccelerator: false });
  Reflect.apply(goTo?.click ?? note('none'), undefined, []);
  expect(done.splice(0)).toEqual([`press ${hotkeys.goTo}`]);
});

test('no key stands on two items', () => {
  const keys = itemsOf(false).flatMap(({ accelerator }) => accelerator ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a Mac takes no letter from whoever writes', () => {
  for (const { accelerator } of itemsOf(true)) expect(accelerator?.length ?? 2).toBeGreaterThan(1);
});

test('people get no tools of developers', () => {
  expect(itemsOf(false).some(({ role }) => role === 'toggleDevTools')).toBe(false);
  expect(itemsOf(false, true).some(({ role }) => role === 'toggleDevTools')).toBe(true);
});
