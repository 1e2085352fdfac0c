import { pathShowing } from '#shared/access/routes.ts';
import type { EntityName } from '#shared/model/entities.ts';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useRole } from '../../stores/session.ts';
import { recordAddress } from '../list-screen/list-url.ts';
import classes from './record-links.module.css';

interface RecordLinkProps {
  entity: EntityName;
  id: string;
  /** Accessible name, where the content does not say where it leads. */
  label?: string;
  className?: string | undefined;
  /** In a grid: reached by Tab from its own row only. */
  inGrid?: boolean;
  children: ReactNode;
}

/** The way to another record's view; plain text for a role without a screen for it. */
export function RecordLink({ entity, id, label, className, inGrid, children }: RecordLinkProps): ReactNode {
  const present = useLocation();
  const path = pathShowing(entity, useRole());
  if (path === undefined) return <span className={className}>{children}</span>;
  return (
    <Link
      to={recordAddress(path, id, present)}
      className={className ?? classes.record}
      onClick={(event) => event.stopPropagation()}
      {...(label === undefined ? {} : { 'aria-label': label, title: label })}
      {...(inGrid ? { tabIndex: -1, 'data-row-control': '' } : {})}
    >
      {children}
    </Link>
  );
}
