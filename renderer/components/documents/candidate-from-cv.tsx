import { mayCreate } from '#shared/access/permissions.ts';
import { entityOf } from '#shared/model/entities.ts';
import { IconFileImport } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useRole } from '../../stores/session.ts';
import { showError } from '../messages/messages.tsx';
import { ChooseButton } from './choose-button.tsx';
import { takeCv } from './document-dialogs.ts';
import { useMayAttach } from './documented.ts';
import classes from './documents.module.css';
import { DropArea } from './drop-area.tsx';

/** Takes a CV for a new candidate, for roles that may add both; else null. */
function useCvTaker(): ((files: readonly File[]) => void) | null {
  const { pathname } = useLocation();
  const mayAdd = mayCreate(entityOf('candidate'), useRole());
  const mayAttach = useMayAttach();
  if (!mayAdd || !mayAttach) return null;
  return ([file, ...others]) => {
    if (others.length > 0)
      return showError('A candidate is made from one CV. Drop the CVs one after the other.');
    if (file) takeCv({ file, path: pathname });
  };
}

/** The button that makes a candidate from a CV. */
export function CvButton(): ReactNode {
  const take = useCvTaker();
  return (
    take && (
      <ChooseButton
        label="Candidate from a CV"
        words="From a CV"
        variant="default"
        className={classes.iconOnly ?? ''}
        leftSection={<IconFileImport size={16} aria-hidden />}
        onFiles={take}
      />
    )
  );
}

/** The list of candidates, on which a CV can be dropped. */
export function CvDrop({ children }: { children: ReactNode }): ReactNode {
  const take = useCvTaker();
  if (!take) return children;
  return (
    <DropArea className={classes.whole} hint="Drop a CV to make a candidate of it" onFiles={take}>
      {children}
    </DropArea>
  );
}
