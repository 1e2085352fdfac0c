import { Button, Menu } from '@mantine/core';
import {
  IconBookmark,
  IconBookmarkPlus,
  IconCheck,
  IconChevronDown,
  IconPencil,
  IconRestore,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '@tabler/icons-react';
import type { ViewSettings } from '#shared/model/view-settings.ts';
import { useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { hotkeys } from '../keyboard/shortcuts.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { addView, changeView, deleteView, openFirst } from './save-view.ts';
import { giveFocusBack } from '../record-form/form-focus.ts';
import { SaveViewDialog } from './save-view-dialog.tsx';
import classes from './saved-views.module.css';
import type { ListViews } from './use-list-views.ts';
import type { View } from './use-saved-views.ts';
import { isSameView, queryOfView, VIEW } from './view-address.ts';

interface ViewsMenuProps {
  views: ListViews;
  /** The list as it is shown now. */
  settings: ViewSettings;
  /** What the list is called. */
  heading: string;
  userId: string;
  /** The columns of the open view are no longer different on this PC. */
  onKept: () => void;
  /** Whether keys are somebody else's, such as a dialog's. */
  resting: boolean;
}

/** Beside the heading: which view of the list is open, the others, and what can be done with them. */
export function ViewsMenu({ views, settings, heading, userId, onKept, resting }: ViewsMenuProps): ReactNode {
  const { open, first, all, key } = views;
  const navigate = useNavigate();
  /** What is named: a view as it was asked for, whatever is opened or deleted meanwhile, or null for a new one. */
  const [dialog, setDialog] = useState<{ naming: View | null } | null>(null);
  const target = useRef<HTMLButtonElement>(null);
  const differs = open !== null && !isSameView(open.settings, settings);
  const whole = `All ${heading}`;
  // After the key: the menu closes at a key that is pressed outside of it, as this one still is.
  const show = (): void => void setTimeout(() => target.current?.click());
  useShortcuts(resting || dialog !== null ? [] : [[hotkeys.views, show]]);

  const go = (query: string): void => void navigate(query);
  const update = async (): Promise<void> => {
    if (open && (await changeView(open, { settings }))) onKept();
  };
  const backToSaved = (): void => {
    if (!open) return;
    onKept();
    go(queryOfView(open._id, open.settings, userId));
  };
  const remove = async (): Promise<void> => {
    if (open && (await deleteView(open))) go(`?${VIEW}=`);
    // The entry that asked is gone with its menu.
    if (target.current) giveFocusBack([target.current]);
  };
  const saved = async (naming: Parameters<typeof addView>[2]): Promise<boolean> => {
    if (dialog?.naming) return changeView(dialog.naming, { naming });
    const id = await addView(key, settings, naming);
    if (id === null) return false;
    // What the new view holds is not also a change of the old one.
    onKept();
    go(queryOfView(id, settings, userId));
    return true;
  };
  const isFirst = (open?._id ?? null) === (first?._id ?? null);

  return (
    <>
      <Menu position="bottom-start" width={280} transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button
            ref={target}
            className={classes.target}
            variant="subtle"
            color="gray"
            size="compact-md"
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            title={`Saved views (${hotkeys.views})`}
            aria-label={open ? `Saved views: ${open.name}${differs ? ', changed' : ''}` : 'Saved views'}
          >
            <span className={classes.name}>{open ? open.name : 'Views'}</span>
            {differs && !open?.isMine && <span className={classes.changed}>changed</span>}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="70dvh" className={classes.menu}>
          <Menu.Item leftSection={mark(open === null)} onClick={() => go(`?${VIEW}=`)}>
            {whole}
          </Menu.Item>
          {views.views.map((view) => (
            <Menu.Item
              key={view._id}
              leftSection={mark(view._id === open?._id)}
              rightSection={noteOf(view, view._id === first?._id)}
              onClick={() => view.address !== undefined && go(view.address)}
            >
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {open && differs && (
            <>
              {open.isMine && (
                <Menu.Item leftSection={<IconBookmark size={16} aria-hidden />} onClick={() => void update()}>
                  Update view
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconRestore size={16} aria-hidden />} onClick={backToSaved}>
                Back to the view as saved
              </Menu.Item>
            </>
          )}
          <Menu.Item
            leftSection={<IconBookmarkPlus size={16} aria-hidden />}
            onClick={() => setDialog({ naming: null })}
          >
            {open ? 'Save as a new view…' : 'Save view…'}
          </Menu.Item>
          {!isFirst && (
            <Menu.Item
              leftSection={<IconStar size={16} aria-hidden />}
              onClick={() => void openFirst(all, key, open?._id ?? null)}
            >
              Open this first
            </Menu.Item>
          )}
          {isFirst && open && (
            <Menu.Item
              leftSection={<IconStarFilled size={16} aria-hidden />}
              onClick={() => void openFirst(all, key, null)}
            >
              Do not open this first
            </Menu.Item>
          )}
          {open?.isMine && (
            <>
              <Menu.Item
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => setDialog({ naming: open })}
              >
                Rename or share…
              </Menu.Item>
              <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void remove()}>
                Delete view
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {open?.isMine && differs && (
        <Button
          className={classes.update ?? ''}
          size="compact-sm"
          variant="light"
          onClick={() => void update()}
        >
          Update view
        </Button>
      )}
      {dialog && (
        <SaveViewDialog
          view={dialog.naming}
          proposed={dialog.naming === null && open ? `${open.name} 2` : ''}
          taken={views.views.flatMap(({ _id, name, isMine }) =>
            isMine && _id !== dialog.naming?._id ? [name] : [],
          )}
          onSave={saved}
          onClose={() => {
            setDialog(null);
            target.current?.focus();
          }}
        />
      )}
    </>
  );
}

const mark = (isOpen: boolean): ReactNode =>
  isOpen ? <IconCheck size={16} aria-label="Open" /> : <span className={classes.noMark} />;

function noteOf(view: ListViews['views'][number], isFirst: boolean): ReactNode {
  const notes = [
    ...(isFirst ? ['first'] : []),
    ...(view.isMine ? (view.sharedWith.length > 0 ? ['shared'] : []) : [`of ${view.ownerName}`]),
  ];
  return notes.length > 0 ? <span className={classes.note}>{notes.join(', ')}</span> : null;
}
