import { ActionIcon, Menu } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { hotkeys, keyCaps } from '../keyboard/shortcuts.ts';
import { print } from './printing.ts';

/**
 * Prints what lies on top of the screen; in the desktop application also to a PDF file.
 * @param inHeader of a dialog, beside its close button; else one of the buttons of a list
 */
export function PrintButton({ inHeader = false }: { inHeader?: boolean }): ReactNode {
  const named = {
    'aria-label': 'Print',
    title: `Print (${keyCaps(hotkeys.print).join('+')})`,
    ...(inHeader
      ? { variant: 'subtle', color: 'gray', ml: 'auto', mr: 8 }
      : { variant: 'default', size: 36 }),
  };
  const icon = <IconPrinter size={16} aria-hidden />;
  // A browser offers the file in its own dialog.
  if (!window.bridgePort)
    return (
      <ActionIcon {...named} onClick={() => void print()}>
        {icon}
      </ActionIcon>
    );
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon {...named}>{icon}</ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void print()}>On paper</Menu.Item>
        <Menu.Item onClick={() => void print('pdf')}>Save as PDF</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
