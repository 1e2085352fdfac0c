import type { MouseEvent, ReactNode } from 'react';
import { openOutside } from './open-link.ts';

interface OutsideLinkProps {
  href: string;
  children: ReactNode;
  /** Accessible name, where the content is not words. */
  label?: string;
  className?: string | undefined;
  /** In a grid: reached by Tab from its own row only. */
  inGrid?: boolean;
  /** Called once the address was handed to the system. */
  onOpened?: (() => void) | undefined;
}

/**
 * A link that leaves the application. In Electron the page itself may not navigate, so the desk opens the address;
 * in a browser it is an ordinary link.
 */
export function OutsideLink({
  href,
  children,
  label,
  className,
  inGrid = false,
  onOpened,
}: OutsideLinkProps): ReactNode {
  const open = (event: MouseEvent): void => {
    event.stopPropagation();
    if (!window.bridgePort) {
      // The browser follows the link when this event is over.
      if (onOpened) setTimeout(onOpened);
      return;
    }
    event.preventDefault();
    openOutside(href, onOpened);
  };
  const isWeb = href.startsWith('http');
  return (
    <a
      href={href}
      className={className}
      onClick={open}
      {...(label === undefined ? {} : { 'aria-label': label, title: label })}
      {...(isWeb ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      {...(inGrid ? { tabIndex: -1, 'data-row-control': '' } : {})}
    >
      {children}
    </a>
  );
}
