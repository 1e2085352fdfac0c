import { IconHelpHexagon, IconRefresh } from '@tabler/icons-react';
import { createElement, type ReactNode } from 'react';
import { screens } from '../screens.tsx';

/** The picture of a screen in the sidebar and the palette; no path gives that of "Sync now". */
export function RouteIcon({
  path,
  className,
}: {
  path: string | null;
  className?: string | undefined;
}): ReactNode {
  const icon = path === null ? IconRefresh : (screens[path]?.icon ?? IconHelpHexagon);
  return createElement(icon, { size: 18, stroke: 1.6, 'aria-hidden': true, className });
}
