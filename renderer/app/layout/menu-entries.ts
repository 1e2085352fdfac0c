import { routesOf, type Route } from '#shared/access/routes.ts';
import type { Role } from '#shared/access/roles.ts';

export interface MenuGroup {
  /** null for the entries at the top, which need no heading. */
  heading: string | null;
  entries: MenuEntry[];
}

export interface MenuEntry {
  path: string;
  /** Text of the entry. */
  label: string;
  /** What a screen reader says: two entries are labelled with the user's name and told apart here. */
  accessibleName: string;
  /** Name of the screen. */
  screen: string;
  /** What else people call it. */
  alsoCalled: string;
  /** The list on it, whose saved views stand below. */
  list: string | undefined;
  /** What the office must have decided for it to stand in the sidebar. */
  decided: Route['decided'];
}

/** Groups by how often an office needs them; within a group the order of section 2.2 stays. */
const groups: readonly { group: Route['group']; heading: string | null }[] = [
  { group: 'home', heading: null },
  { group: 'candidates', heading: 'Candidates' },
  { group: 'inquiries', heading: 'Inquiries' },
  { group: 'people', heading: 'People' },
  { group: 'website', heading: 'Website' },
  { group: 'settings', heading: 'Settings' },
  { group: 'Q&A', heading: 'Q&A' },
];

function toEntry(route: Route, userName: string): MenuEntry {
  return {
    path: route.path,
    screen: route.label,
    alsoCalled: route.alsoCalled,
    list: route.list,
    decided: route.decided,
    label: route.labelledWithUserName ? userName : route.label,
    accessibleName: route.labelledWithUserName ? `${route.label}, ${userName}` : route.label,
  };
}

/** The sidebar of a role, without empty groups. */
export function menuOf(role: Role, userName: string): MenuGroup[] {
  const routes = routesOf(role);
  return groups
    .map(({ group, heading }) => ({
      heading,
      entries: routes.filter((route) => route.group === group).map((route) => toEntry(route, userName)),
    }))
    .filter(({ entries }) => entries.length > 0);
}
