import { ScrollArea, Tooltip } from '@mantine/core';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { TodayBadge } from '../../components/today/today-badge.tsx';
import { useRole, useSession } from '../../stores/session.ts';
import { menuOf, type MenuEntry, type MenuGroup } from './menu-entries.ts';
import { RouteIcon } from './route-icon.tsx';
import classes from './sidebar.module.css';

interface SidebarProps {
  path: string;
  collapsed: boolean;
  onNavigate?: () => void;
}

/** The entries of the user's role (section 2.2). Tab and the arrow keys go through them. */
export function Sidebar({ path, collapsed, onNavigate }: SidebarProps): ReactNode {
  const role = useRole();
  const name = useSession((session) => session.user?.name ?? '');
  return (
    <ScrollArea h="100%" type="scroll" scrollbarSize={6}>
      <nav aria-label="Main menu" className={classes.nav} data-collapsed={collapsed || undefined}>
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

/** The arrow keys, Home and End go from entry to entry. */
function moveFocus(event: KeyboardEvent<HTMLAnchorElement>): void {
  const links = [...(event.currentTarget.closest('nav')?.querySelectorAll('a') ?? [])];
  const at = links.indexOf(event.currentTarget);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  links[(to + links.length) % links.length]?.focus();
}

interface EntryProps {
  entry: MenuEntry;
  current: boolean;
  collapsed: boolean;
  onNavigate: (() => void) | undefined;
}

function Entry({ entry, current, collapsed, onNavigate }: EntryProps): ReactNode {
  const namedAfterUser = entry.label !== entry.screen;
  const isToday = entry.path === '/today';
  const badgeId = useId();
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
        aria-describedby={isToday ? badgeId : undefined}
        onClick={onNavigate}
        onKeyDown={moveFocus}
      >
        <RouteIcon path={entry.path} className={classes.icon} />
        <span className={classes.label}>{entry.label}</span>
        {isToday && <TodayBadge id={badgeId} collapsed={collapsed} />}
      </Link>
    </Tooltip>
  );
}
