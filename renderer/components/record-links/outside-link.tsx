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
}: OutsideLinkProps): ReactNode {
  const open = (event: MouseEvent): void => {
    event.stopPropagation();
    if (!window.bridgePort) return;
    event.preventDefault();
    openOutside(href);
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
