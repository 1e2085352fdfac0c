import { ActionIcon, Button, Loader, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconMenu2,
  IconSearch,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { loadedLater } from '../../components/loaded-later.tsx';
import { Link } from 'react-router-dom';
import { hotkeys, keyCaps } from '../../components/keyboard/shortcuts.ts';
import { NotEncrypted } from '../../components/sync/not-encrypted.tsx';
import { SyncIndicator } from '../../components/sync/sync-indicator.tsx';
import { DemoMark } from './demo-mark.tsx';
import classes from './top-bar.module.css';
import { useLogOut } from './use-log-out.ts';
import { UserMenu } from './user-menu.tsx';

const SyncTray = loadedLater(async () => (await import('../../screens/sync-tray/sync-tray.tsx')).SyncTray);

interface TopBarProps {
  sidebarShown: boolean;
  /** Whether it lies over the screen: Escape is for it then, not for a hint over its button. */
  sidebarFloats: boolean;
  onToggleSidebar: () => void;
  onOpenPalette: () => void;
  mobile: boolean;
}

/** The bar over every screen of a signed-in user: title, sync, who is signed in, Logout. */
export function TopBar(props: TopBarProps): ReactNode {
  const { sidebarShown, sidebarFloats, onToggleSidebar, onOpenPalette, mobile } = props;
  const { logOut, leaving } = useLogOut();
  const [trayOpen, tray] = useDisclosure(false);
  // Kept once it was opened, so that it can slide away.
  const [trayMounted, setTrayMounted] = useState(false);
  if (trayOpen && !trayMounted) setTrayMounted(true);
  const toggleLabel = mobile ? 'Menu' : sidebarShown ? 'Collapse the menu' : 'Expand the menu';
  const ToggleIcon = mobile
    ? IconMenu2
    : sidebarShown
      ? IconLayoutSidebarLeftCollapse
      : IconLayoutSidebarLeftExpand;
  return (
    <header className={classes.bar}>
      <div className={classes.toggle}>
        <Tooltip label={toggleLabel} disabled={sidebarFloats}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            className={classes.quiet}
            aria-label={toggleLabel}
            aria-expanded={sidebarShown}
            onClick={onToggleSidebar}
          >
            <ToggleIcon size={20} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <Link to="/" className={classes.brand}>
        <img src="/icon.svg" alt="" width={24} height={24} />
        <span className={classes.title}>Employee Management System</span>
      </Link>
      <div className={classes.space} />
      <DemoMark />
      <NotEncrypted />
      <SyncIndicator onOpen={tray.open} />
      <button type="button" className={classes.goTo} onClick={onOpenPalette} aria-keyshortcuts="Control+K">
        <IconSearch size={15} stroke={1.8} aria-hidden />
        <span className={classes.goToText}>Find…</span>
        <kbd className={classes.key}>{keyCaps(hotkeys.goTo).join(' ')}</kbd>
      </button>
      <UserMenu />
      <Button
        variant="default"
        size="compact-sm"
        h={32}
        className={classes.logOut}
        leftSection={
          leaving ? <Loader size={14} aria-hidden /> : <IconLogout size={16} stroke={1.6} aria-hidden />
        }
        aria-busy={leaving}
        // Not disabled: that would take the focus away.
        onClick={leaving ? undefined : () => void logOut()}
      >
        {leaving ? 'Logging out…' : 'Logout'}
      </Button>
      {trayMounted && <SyncTray opened={trayOpen} onClose={tray.close} />}
    </header>
  );
}
