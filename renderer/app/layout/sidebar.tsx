import { ScrollArea, Tooltip } from '@mantine/core';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useRole, useSession } from '../../stores/session.ts';
import { menuOf, type MenuEntry, type MenuGroup } from './menu-entries.ts';
import { iconOf } from './route-icons.ts';
import classes from './sidebar.module.css';

interface SidebarProps {
  path: string;
  collapsed: boolean;
  onNavigate?: () => void;
}

/** The entries of the user's role (section 2.2). Tab and the arrow keys go through them. */
export function Sidebar({ path, collapsed, onNavigate }: SidebarProps): ReactNode {
  const role = useRole();
  const name = useSession((session) => session.shown?.name ?? '');
  const list = useRef<HTMLElement>(null);

  const onKeyDown = (event: KeyboardEvent): void => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
    if (to === undefined || at === -1) return;
    event.preventDefault();
    links[(to + links.length) % links.length]?.focus();
  };

  return (
    <ScrollArea h="100%" type="scroll" scrollbarSize={6}>
      <nav
        ref={list}
        aria-label="Main menu"
        className={classes.nav}
        data-collapsed={collapsed || undefined}
        onKeyDown={onKeyDown}
      >
        {menuOf(role, name).map((group) => (
          <Group
            key={group.heading ?? ''}
            group={group}
            path={path}
            collapsed={collapsed}
            onNavigate={onNavigate}
          />
        ))}
      </nav>
    </ScrollArea>
  );
}

interface GroupProps {
  group: MenuGroup;
  path: string;
  collapsed: boolean;
  onNavigate: (() => void) | undefined;
}

function Group({ group, path, collapsed, onNavigate }: GroupProps): ReactNode {
  const headingId = useId();
  return (
    <div
      className={classes.group}
      {...(group.heading ? { role: 'group', 'aria-labelledby': headingId } : {})}
    >
      {group.heading && (
        <div id={headingId} className={classes.heading}>
          <span>{group.heading}</span>
        </div>
      )}
      <ul className={classes.list}>
        {group.entries.map((entry) => (
          <li key={entry.path}>
            <Entry
              entry={entry}
              current={entry.path === path}
              collapsed={collapsed}
              onNavigate={onNavigate}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface EntryProps {
  entry: MenuEntry;
  current: boolean;
  collapsed: boolean;
  onNavigate: (() => void) | undefined;
}

function Entry({ entry, current, collapsed, onNavigate }: EntryProps): ReactNode {
  const Icon = iconOf(entry.path);
  const namedAfterUser = entry.label !== entry.screen;
  return (
    <Tooltip
      label={namedAfterUser ? entry.accessibleName : entry.label}
      position="right"
      disabled={!collapsed && !namedAfterUser}
    >
      <Link
        to={entry.path}
        className={classes.link}
        aria-label={entry.accessibleName}
        aria-current={current ? 'page' : undefined}
        onClick={onNavigate}
      >
        <Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />
        <span className={classes.label}>{entry.label}</span>
      </Link>
    </Tooltip>
  );
}
