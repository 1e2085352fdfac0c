import type { ReactNode } from 'react';
import { mailAddress, openableAddress, shownAddress } from './open-link.ts';
import { OutsideLink } from './outside-link.tsx';
import classes from './record-links.module.css';

export function MailLink({ email, inGrid = false }: { email: string; inGrid?: boolean }): ReactNode {
  return (
    <OutsideLink href={mailAddress(email)} className={classes.text} inGrid={inGrid}>
      {email}
    </OutsideLink>
  );
}

/** A web address, which names the host that it opens; only http and https lead anywhere. */
export function WebLink({ url, inGrid = false }: { url: string; inGrid?: boolean }): ReactNode {
  const address = openableAddress(url);
  if (address === null) return url;
  return (
    <OutsideLink href={address} className={classes.text} inGrid={inGrid}>
      {shownAddress(url)}
    </OutsideLink>
  );
}
