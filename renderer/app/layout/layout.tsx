import { Drawer, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useHotkeys, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { screenTitle } from '../screen-title.ts';
import { screens } from '../screens.tsx';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { BackupReminder } from './backup-reminder.tsx';
import { NetworkReminder } from './network-reminder.tsx';
import { ManyHost } from '../../components/bulk-actions/many-host.tsx';
import { ImportHost } from '../../components/import/import-host.tsx';
import { LogCallHost } from '../../components/activities/log-call-host.tsx';
import { DocumentHost } from '../../components/documents/document-host.tsx';
import { DraftsHost } from './drafts-host.tsx';
import { ErasureSettingHost } from '../../components/erasure/erasure-setting-host.tsx';
import { leftText } from '../../components/changes/left-as-it-is.ts';
import { undoLast } from '../../components/changes/undo.ts';
import { showToast } from '../../components/messages/messages.tsx';
import { MessageHost } from '../../components/messaging/message-host.tsx';
import { print } from '../../components/print/printing.ts';
import { ProgressNotes } from '../../components/progress-note/progress-note.tsx';
import { hotkeys } from '../../components/keyboard/shortcuts.ts';
import { useOneClick } from '../../components/keyboard/use-one-click.ts';
import { useOneEnter } from '../../components/keyboard/use-one-enter.ts';
import { useShortcuts } from '../../components/keyboard/use-shortcuts.ts';
import { NotAllHere } from '../../components/sync/not-all-here.tsx';
import { useTodayKept } from '../../components/today/today-queries.ts';
import { useIsTight } from '../../components/use-tight.ts';
import { TwoStepReminder } from '../../components/two-step/two-step-reminder.tsx';
import { WhoseHost } from '../../components/whose/whose-host.tsx';
import { TooOldScreen } from '../../components/updates/too-old-screen.tsx';
import { UpdateLine } from '../../components/updates/update-line.tsx';
import { useSession } from '../../stores/session.ts';
import { useSync } from '../../stores/sync.ts';
import { CommandPalette } from '../palette/command-palette.tsx';
import { closePalette, openPalette, togglePalette, usePaletteOpen } from '../palette/palette-open.ts';
import classes from './layout.module.css';
import { closeOwnDialog, openOwnDialog, useOwnDialog } from './own-dialogs.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';
import { ShownRecordHost } from './shown-record-host.tsx';
import { Sidebar } from './sidebar.tsx';
import { Starting } from './starting.tsx';
import { TopBar } from './top-bar.tsx';
import { isFocusLost } from '../../components/keyboard/keep-focus.ts';

/** Section 9: below this the sidebar lies over the screen. */
const MOBILE = '(max-width: 767.98px)';

/** What surrounds every screen of a signed-in user: top bar and sidebar (section 2.2). */
export function Layout({ path }: { path: string }): ReactNode {
  const mobile = useMediaQuery(MOBILE, undefined, { getInitialValueInEffect: false });
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'sidebar-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  // In a small window the whole menu lies over the screen for as long as it is needed.
  const small = useIsTight() && !mobile;
  const [floating, setFloating] = useState(false);
  const [menuOpen, menu] = useDisclosure(false);
  const isPaletteOpen = usePaletteOpen(({ open }) => open);
  const isSheetOpen = useOwnDialog(({ open }) => open === 'shortcuts');
  const content = useRef<HTMLElement>(null);
  const firstPath = useRef<string | null>(path);
  const title = screenTitle(path);

  useOneEnter();
  useOneClick();
  // With no tags to leave out, the keys work inside text fields as well.
  useHotkeys(
    [
      [hotkeys.goTo, togglePalette],
      [hotkeys.print, () => void print()],
    ],
    [],
  );
  useShortcuts([
    [hotkeys.sheet, () => openOwnDialog('shortcuts')],
    [hotkeys.undo, () => void undoLast()],
  ]);
  useBridgeEvent('undone', ({ left }) =>
    showToast({ title: 'Not all was undone.', message: leftText(left), color: 'yellow', autoClose: false }),
  );

  useEffect(() => {
    document.title = `${title} – Employee Management System`;
    if (firstPath.current === path) return;
    firstPath.current = null;
    // Whoever came from a control that is gone goes on in the screen, not at the top of the page.
    if (isFocusLost()) content.current?.focus();
  }, [path, title]);

  const whole = small ? floating : !collapsed;
  const toggle = (): void => {
    if (mobile) menu.toggle();
    else if (small) setFloating((now) => !now);
    else setCollapsed((now) => !now);
  };
  const sink = useCallback(() => setFloating(false), []);
  useHotkeys(small && floating ? [['Escape', sink]] : []);

  /** Whoever went somewhere by the palette goes on in that screen, not where the focus was before. */
  const goOnInScreen = useCallback((): void => {
    if (!content.current?.contains(document.activeElement)) content.current?.focus();
  }, []);

  return (
    <div className={classes.frame}>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <TopBar
        sidebarShown={mobile ? menuOpen : whole}
        sidebarFloats={small && floating}
        onToggleSidebar={toggle}
        onOpenPalette={openPalette}
        mobile={mobile}
      />
      <TwoStepReminder />
      <BackupReminder />
      <NetworkReminder />
      <UpdateLine />
      <NotAllHere />
      {mobile ? (
        <Drawer
          opened={menuOpen}
          onClose={menu.close}
          size={250}
          padding={0}
          title="Menu"
          classNames={{ header: classes.drawerHeader ?? '' }}
        >
          <Sidebar path={path} collapsed={false} onNavigate={menu.close} />
        </Drawer>
      ) : (
        <div className={classes.sidebar} data-collapsed={small || collapsed || undefined}>
          <div className={classes.menu} data-floating={(small && floating) || undefined}>
            <Sidebar path={path} collapsed={!whole} onNavigate={sink} />
          </div>
        </div>
      )}
      {small && floating && <div className={classes.beside} aria-hidden onClick={sink} />}
      <main id="content" ref={content} tabIndex={-1} className={classes.content}>
        <Screen path={path} />
      </main>
      <VisuallyHidden role="status">{title}</VisuallyHidden>
      <TodayKept />
      <CommandPalette opened={isPaletteOpen} onClose={closePalette} onArrived={goOnInScreen} />
      <ProgressNotes>
        <ManyHost />
        <ImportHost path={path} />
      </ProgressNotes>
      <ShownRecordHost />
      <DocumentHost />
      <LogCallHost />
      <DraftsHost path={path} />
      <MessageHost />
      <WhoseHost />
      <ErasureSettingHost />
      {isSheetOpen && <ShortcutsSheet onClose={closeOwnDialog} />}
    </div>
  );
}

/** Of its own, for it is told often: what surrounds the screens is not drawn anew by it. */
function TodayKept(): ReactNode {
  useTodayKept();
  return null;
}

function Screen({ path }: { path: string }): ReactNode {
  const signedIn = useSession((session) => session.user !== null);
  const neverFilled = useSync((sync) => sync.state === 'too-old' && sync.syncedAt === null);
  // What is remembered is enough for the frame; a screen waits for the truth, a few milliseconds.
  if (!signedIn) return <Starting label="Loading" />;
  // Nothing was ever fetched, and nothing will be before the update: lists would be empty and figures zero.
  if (neverFilled) return <TooOldScreen />;
  const Registered = screens[path]?.Content;
  return <ScreenBoundary key={path}>{Registered && <Registered />}</ScreenBoundary>;
}
