import { ScrollArea, Tooltip } from '@mantine/core';
import { memo, useId, useMemo, type KeyboardEvent, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useErasureMonths } from '../../components/erasure/use-erasure-months.ts';
import { TodayBadge } from '../../components/today/today-badge.tsx';
import { useSavedViews, type View } from '../../components/saved-views/use-saved-views.ts';
import { VIEW } from '../../components/saved-views/view-address.ts';
import { useRole, useSession } from '../../stores/session.ts';
import { menuOf, type MenuEntry, type MenuGroup } from './menu-entries.ts';
import { RouteIcon } from './route-icon.tsx';
import classes from './sidebar.module.css';

interface SidebarProps {
  path: string;
  collapsed: boolean;
  onNavigate?: () => void;
}

/**
 * The entries of the user's role (section 2.2). Tab and the arrow keys go through them. Drawn anew, entry by entry, only
 * where it changes: there are many, each with a tooltip.
 */
export const Sidebar = memo(function Sidebar({ path, collapsed, onNavigate }: SidebarProps): ReactNode {
  const role = useRole();
  const name = useSession((session) => session.user?.name ?? '');
  const views = useSavedViews()?.views ?? NO_VIEWS;
  const erases = typeof useErasureMonths() === 'string';
  const groups = useMemo(
    () =>
      menuOf(role, name).map((group) => ({
        ...group,
        entries: group.entries.filter(({ decided }) => decided === undefined || erases),
      })),
    [role, name, erases],
  );
  const open = new URLSearchParams(useLocation().search).get(VIEW);
  return (
    <ScrollArea h="100%" type="scroll" scrollbarSize={6}>
      <nav aria-label="Main menu" className={classes.nav} data-collapsed={collapsed || undefined}>
        {groups.map((group) => (
          <Group
            key={group.heading ?? ''}
            group={group}
            path={path}
            collapsed={collapsed}
            views={views}
            open={open}
            onNavigate={onNavigate}
          />
        ))}
      </nav>
    </ScrollArea>
  );
});

const NO_VIEWS: readonly View[] = [];

interface GroupProps {
  group: MenuGroup;
  path: string;
  collapsed: boolean;
  views: readonly View[];
  /** The id of the view that is open. */
  open: string | null;
  onNavigate: (() => void) | undefined;
}

function Group({ group, path, collapsed, views, open, onNavigate }: GroupProps): ReactNode {
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
              current={
                entry.path === path && !views.some(({ _id, list }) => _id === open && list === entry.list)
              }
              collapsed={collapsed}
              onNavigate={onNavigate}
            />
            {!collapsed && (
              <ViewEntries
                of={entry.screen}
                views={views.filter(({ list }) => list === entry.list)}
                open={entry.path === path ? open : null}
                onNavigate={onNavigate}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ViewEntriesProps {
  /** The screen of the list. */
  of: string;
  views: readonly View[];
  open: string | null;
  onNavigate: (() => void) | undefined;
}

/** The saved views of a list, below its entry. */
function ViewEntries({ of, views, open, onNavigate }: ViewEntriesProps): ReactNode {
  if (views.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={`Views of ${of}`}>
      {views.map(({ _id, name, address }) => (
        <li key={_id}>
          <Link
            to={address ?? ''}
            className={classes.view}
            title={name}
            aria-current={_id === open ? 'page' : undefined}
            onClick={onNavigate}
            onKeyDown={moveFocus}
          >
            <span className={classes.label}>{name}</span>
          </Link>
        </li>
      ))}
    </ul>
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

const Entry = memo(function Entry({ entry, current, collapsed, onNavigate }: EntryProps): ReactNode {
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
});
