import { mayMakeJoinCodes } from '#shared/access/joining.ts';
import { Kbd, Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import {
  IconBell,
  IconChevronDown,
  IconDatabaseExport,
  IconDeviceDesktop,
  IconDevices,
  IconHistory,
  IconId,
  IconInfoCircle,
  IconKeyboard,
  IconListDetails,
  IconMoon,
  IconNetwork,
  IconPackages,
  IconRefresh,
  IconSun,
  IconUserCircle,
  IconUserX,
  type Icon,
} from '@tabler/icons-react';
import { mayLookAfterBackups } from '#shared/access/backups.ts';
import { useRef, type MouseEvent, type ReactNode } from 'react';
import { loadedLater } from '../../components/loaded-later.tsx';
import { formatNumber } from '#shared/format/numbers.ts';
import { mayErase } from '#shared/access/persons.ts';
import { toRole } from '#shared/access/roles.ts';
import { openErasureSetting } from '../../components/erasure/erasure-setting.ts';
import { useLeftDrafts } from '../../components/drafts/left-drafts.ts';
import { hotkeys } from '../../components/keyboard/shortcuts.ts';
import { useRole, useSession } from '../../stores/session.ts';
import { restartToUpdate } from '../../components/updates/restart-to-update.ts';
import { useUpdate } from '../../stores/update.ts';
import { useOwnNetwork } from '../../components/office-network/use-network.ts';
import { closeOwnDialog, openOwnDialog, useOwnDialog } from './own-dialogs.ts';
import classes from './top-bar.module.css';

const MyDetails = loadedLater(
  async () => (await import('../../components/my-details/my-details.tsx')).MyDetails,
);

const AuditLog = loadedLater(async () => (await import('../../components/audit-log/audit-log.tsx')).AuditLog);

const JoinCodes = loadedLater(
  async () => (await import('../../components/join-codes/join-codes-dialog.tsx')).JoinCodesDialog,
);
const OfficeNetwork = loadedLater(
  async () => (await import('../../components/office-network/office-network-dialog.tsx')).OfficeNetworkDialog,
);
const Backups = loadedLater(async () => (await import('../../components/backups/backups.tsx')).Backups);

const Updates = loadedLater(
  async () => (await import('../../components/updates/updates-dialog.tsx')).UpdatesDialog,
);

const NotificationSettings = loadedLater(
  async () =>
    (await import('../../components/notification-settings/notification-settings-dialog.tsx'))
      .NotificationSettingsDialog,
);

const schemes: readonly { value: MantineColorScheme; label: string; icon: Icon }[] = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
];

const openNetwork = (): void => openOwnDialog('office-network');

/** The signed-in user's name, with what every role can do about it: see their details, choose the colours. */
export function UserMenu(): ReactNode {
  const user = useSession((session) => session.user);
  const role = useRole();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const open = useOwnDialog((dialog) => dialog.open);
  const update = useUpdate();
  const left = useLeftDrafts((drafts) => drafts.left.length);
  const network = useOwnNetwork().data;
  const button = useRef<HTMLButtonElement>(null);
  /** The entry is gone before a dialog that is still being loaded opens: that finds the focus where it can go back to. */
  const backToButton = ({ target }: MouseEvent): void => {
    if (target instanceof Element && target.closest('[role="menuitem"]')) button.current?.focus();
  };
  if (!user) return null;
  return (
    <>
      <Menu position="bottom-end" width={220} withinPortal>
        <Menu.Target>
          <button ref={button} type="button" className={classes.user}>
            <IconUserCircle size={18} stroke={1.6} aria-hidden />
            <span className={classes.userText}>
              <span className={classes.userPrefix}>Signed in as: </span>
              <span className={classes.userName} title={user.name}>
                {user.name}
              </span>
              {user.role && <span className={classes.userRole}> ({user.role})</span>}
            </span>
            <IconChevronDown size={14} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown onClickCapture={backToButton}>
          <Menu.Item
            leftSection={<IconId size={16} stroke={1.6} aria-hidden />}
            onClick={() => openOwnDialog('details')}
          >
            My details
          </Menu.Item>
          {left > 0 && (
            <Menu.Item
              leftSection={<IconHistory size={16} stroke={1.6} aria-hidden />}
              onClick={() => openOwnDialog('drafts')}
            >
              Unsaved forms ({formatNumber(left)})
            </Menu.Item>
          )}
          {user.role === 'Super Admin' && (
            <Menu.Item
              leftSection={<IconListDetails size={16} stroke={1.6} aria-hidden />}
              onClick={() => openOwnDialog('audit-log')}
            >
              Audit log
            </Menu.Item>
          )}
          {mayErase(toRole(user.role)) && (
            <Menu.Item
              leftSection={<IconUserX size={16} stroke={1.6} aria-hidden />}
              onClick={openErasureSetting}
            >
              Erasure of inquiries
            </Menu.Item>
          )}
          {mayMakeJoinCodes(role) && (
            <Menu.Item
              leftSection={<IconDevices size={16} stroke={1.6} aria-hidden />}
              onClick={() => openOwnDialog('join-codes')}
            >
              Join code
            </Menu.Item>
          )}
          {network && (
            <Menu.Item leftSection={<IconNetwork size={16} stroke={1.6} aria-hidden />} onClick={openNetwork}>
              Office network
            </Menu.Item>
          )}
          {mayLookAfterBackups(role) && (
            <Menu.Item
              leftSection={<IconDatabaseExport size={16} stroke={1.6} aria-hidden />}
              onClick={() => openOwnDialog('backups')}
            >
              Backups
            </Menu.Item>
          )}
          {user.role === 'Super Admin' && (
            <Menu.Item
              leftSection={<IconPackages size={16} stroke={1.6} aria-hidden />}
              onClick={() => openOwnDialog('updates')}
            >
              Updates
            </Menu.Item>
          )}
          {update.state === 'ready' && (
            <Menu.Item
              leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden />}
              onClick={() => void restartToUpdate()}
            >
              Restart to update
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconBell size={16} stroke={1.6} aria-hidden />}
            onClick={() => openOwnDialog('notifications')}
          >
            Notifications
          </Menu.Item>
          <Menu.Item
            leftSection={<IconKeyboard size={16} stroke={1.6} aria-hidden />}
            rightSection={<Kbd size="xs">{hotkeys.sheet}</Kbd>}
            onClick={() => openOwnDialog('shortcuts')}
          >
            Keyboard shortcuts
          </Menu.Item>
          <Menu.Item
            leftSection={<IconInfoCircle size={16} stroke={1.6} aria-hidden />}
            onClick={() => openOwnDialog('about')}
          >
            About
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>Colours</Menu.Label>
          <Menu.RadioGroup
            value={colorScheme}
            onChange={(value) =>
              setColorScheme(schemes.find((scheme) => scheme.value === value)?.value ?? 'auto')
            }
          >
            {schemes.map(({ value, label, icon: SchemeIcon }) => (
              <Menu.RadioItem
                key={value}
                value={value}
                rightSection={<SchemeIcon size={16} stroke={1.6} aria-hidden />}
              >
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
      {open === 'audit-log' && <AuditLog onClose={closeOwnDialog} />}
      {open === 'join-codes' && (
        <JoinCodes onClose={closeOwnDialog} onNetwork={network ? openNetwork : null} />
      )}
      {open === 'office-network' && (
        <OfficeNetwork onClose={closeOwnDialog} onJoinCode={() => openOwnDialog('join-codes')} />
      )}
      {open === 'backups' && <Backups onClose={closeOwnDialog} />}
      {open === 'updates' && <Updates onClose={closeOwnDialog} />}
      {open === 'notifications' && <NotificationSettings onClose={closeOwnDialog} />}
      {open === 'details' && <MyDetails onClose={closeOwnDialog} />}
    </>
  );
}
