import { mayMakeJoinCodes } from '#shared/access/joining.ts';
import { mayLookAfterBackups } from '#shared/access/backups.ts';
import { mayCreate } from '#shared/access/permissions.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { pathShowing } from '#shared/access/routes.ts';
import {
  IconArrowBackUp,
  IconBookmark,
  IconDevices,
  IconDatabaseExport,
  IconPackages,
  IconListDetails,
  IconNetwork,
  IconPlus,
  IconPrinter,
  IconRefresh,
  IconUsers,
  IconKeyboard,
  IconAppWindow,
  IconBell,
  IconLock,
  IconId,
  IconUserX,
  IconInfoCircle,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { bridge } from '../../bridge/bridge.ts';
import { undoLast } from '../../components/changes/undo.ts';
import { openErasureSetting } from '../../components/erasure/erasure-setting.ts';
import { importables, importAddress, IMPORT_PATH } from '../../components/import/import-address.ts';
import { hotkeys } from '../../components/keyboard/shortcuts.ts';
import { sentenceOf, showError, showToast } from '../../components/messages/messages.tsx';
import { print } from '../../components/print/printing.ts';
import { triedSentence } from '../../components/sync/sync-wording.ts';
import { useOwnNetwork } from '../../components/office-network/use-network.ts';
import { useSavedViews } from '../../components/saved-views/use-saved-views.ts';
import { whoseCommands } from '../../components/whose/whose-commands.ts';
import { useRole, useSession } from '../../stores/session.ts';
import { menuOf } from '../layout/menu-entries.ts';
import { openNewWindow } from '../window/new-window.ts';
import { openOwnDialog } from '../layout/own-dialogs.ts';
import { goToForm } from '../../components/list-screen/go-to-form.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** What a list's Add button says of its entity; those that have one. */
const ADDED: Readonly<Partial<Record<EntityName, string>>> = {
  candidate: 'Add candidate',
  inquiry: 'Add inquiry',
  hrRecord: 'Add HR record',
  user: 'Add employee',
  role: 'Add role',
  roleAssignment: 'Assign role',
  job: 'Add job',
  blog: 'Add blog',
  dataLink: 'Add link',
  leadStatus: 'Add lead status',
  messageTemplate: 'Add template',
};

/** Every screen and command of the user's role. */
export function useCommands(): PaletteEntry[] {
  const role = useRole();
  const name = useSession((session) => session.user?.name ?? '');
  const hasNetwork = Boolean(useOwnNetwork().data);
  const navigate = useNavigate();
  const entries = menuOf(role, name).flatMap((group) => group.entries);
  const views = (useSavedViews()?.views ?? []).flatMap((view): PaletteEntry[] => {
    const { address } = view;
    const entry = entries.find(({ list }) => list === view.list);
    if (address === undefined || !entry) return [];
    const run = (): void => void navigate(address);
    return [
      {
        key: `view-${view._id}`,
        label: view.name,
        alsoCalled: `${entry.screen} saved filter`,
        detail: entry.screen,
        kind: 'View',
        path: entry.path,
        icon: IconBookmark,
        run,
      },
    ];
  });
  const screens = menuOf(role, name).flatMap((group) =>
    group.entries.map((entry): PaletteEntry => ({
      key: entry.path.slice(1),
      label: entry.screen,
      alsoCalled: entry.alsoCalled,
      kind: group.heading ?? 'Home',
      path: entry.path,
      run: () => void navigate(entry.path),
    })),
  );
  const additions = Object.entries(ADDED).flatMap(([given, label]): PaletteEntry[] => {
    const entity = given as EntityName;
    const path = pathShowing(entity, role);
    if (path === undefined || !mayCreate(entityOf(entity), role)) return [];
    const run = (): void => goToForm(navigate, { path, mode: 'add', id: null });
    return [
      { key: `add-${entity}`, label, alsoCalled: 'new create', kind: 'Command', path, icon: IconPlus, run },
    ];
  });
  const imports = importables(role).map((entity): PaletteEntry => {
    const run = (): void => void navigate(importAddress(entity));
    return {
      key: `import-${entity}`,
      label: `Import ${inSentence(entityOf(entity).plural)}`,
      alsoCalled: 'csv excel xlsx spreadsheet upload file',
      kind: 'Command',
      path: IMPORT_PATH,
      run,
    };
  });
  const command = (entry: Omit<PaletteEntry, 'kind' | 'path'>): PaletteEntry => ({
    ...entry,
    kind: 'Command',
    path: null,
  });
  return [
    ...screens,
    ...views,
    ...additions,
    ...imports,
    ...whoseCommands(role).map((each) => command({ ...each, icon: IconUsers })),
    command({
      key: 'undo',
      label: 'Undo',
      alsoCalled: 'take back last change',
      icon: IconArrowBackUp,
      keys: hotkeys.undo,
      run: () => void undoLast(),
    }),
    command({
      key: 'print',
      label: 'Print',
      alsoCalled: 'pdf paper',
      icon: IconPrinter,
      keys: hotkeys.print,
      run: () => void print(),
    }),
    command({
      key: 'sync-now',
      label: 'Sync now',
      alsoCalled: 'refresh send fetch',
      icon: IconRefresh,
      run: syncNow,
    }),
    command({
      key: 'my-details',
      label: 'My details',
      alsoCalled: 'password devices two-step sign-in',
      icon: IconId,
      run: () => openOwnDialog('details'),
    }),
    ...(role === 'Super Admin'
      ? [
          command({
            key: 'audit-log',
            label: 'Audit log',
            alsoCalled: 'who did what security',
            icon: IconListDetails,
            run: () => openOwnDialog('audit-log'),
          }),
          command({
            key: 'erasure-setting',
            label: 'When inquiries are proposed for erasure',
            alsoCalled: 'erasure of inquiries retention privacy months without contact settings',
            icon: IconUserX,
            run: () => openErasureSetting(),
          }),
        ]
      : []),
    ...(mayMakeJoinCodes(role)
      ? [
          command({
            key: 'join-codes',
            label: 'Join code',
            alsoCalled: 'pc computer server office name connect qr installer settings',
            icon: IconDevices,
            run: () => openOwnDialog('join-codes'),
          }),
        ]
      : []),
    ...(hasNetwork
      ? [
          command({
            key: 'office-network',
            label: 'Office network',
            alsoCalled: 'open this pc to others share server firewall move office certificate',
            icon: IconNetwork,
            run: () => openOwnDialog('office-network'),
          }),
        ]
      : []),
    ...(mayLookAfterBackups(role)
      ? [
          command({
            key: 'backups',
            label: 'Backups',
            alsoCalled: 'backup copy restore save data folder',
            icon: IconDatabaseExport,
            run: () => openOwnDialog('backups'),
          }),
        ]
      : []),
    ...(role === 'Super Admin'
      ? [
          command({
            key: 'updates',
            label: 'Updates',
            alsoCalled: 'version release publish halt pilot upgrade installer',
            icon: IconPackages,
            run: () => openOwnDialog('updates'),
          }),
        ]
      : []),
    command({
      key: 'shortcuts',
      label: 'Keyboard shortcuts',
      alsoCalled: 'keys help',
      icon: IconKeyboard,
      keys: hotkeys.sheet,
      run: () => openOwnDialog('shortcuts'),
    }),
    command({
      key: 'notifications',
      label: 'Notifications',
      alsoCalled: 'reminders quiet hours tray icon start at login lock idle settings',
      icon: IconBell,
      run: () => openOwnDialog('notifications'),
    }),
    command({
      key: 'about',
      label: 'About',
      alsoCalled: 'version licence diagnostic file support',
      icon: IconInfoCircle,
      run: () => openOwnDialog('about'),
    }),
    ...(window.bridgePort
      ? [
          command({
            key: 'lock',
            label: 'Lock now',
            alsoCalled: 'password away leave',
            icon: IconLock,
            run: lockNow,
          }),
          command({
            key: 'new-window',
            label: 'New window',
            alsoCalled: 'second another separate',
            icon: IconAppWindow,
            keys: hotkeys.newWindow,
            run: openNewWindow,
          }),
        ]
      : []),
  ];
}

function lockNow(): void {
  bridge
    .call('session.lock', {})
    .catch((error: unknown) => showError(sentenceOf(error, 'Locking failed. Try again.')));
}

function syncNow(): void {
  bridge.call('sync.now', {}).then(
    ({ state }) => {
      if (state === 'live') showToast({ title: 'Synced' });
      const message = triedSentence(new Date().toISOString());
      if (state === 'offline') showToast({ title: 'The server cannot be reached', message, color: 'gray' });
    },
    (error: unknown) => showError(sentenceOf(error, 'Syncing failed. Try again in a moment.')),
  );
}
