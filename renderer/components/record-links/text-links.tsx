import { Fragment, type ReactNode } from 'react';
import { mailAddress, openableAddress, shownAddress } from './open-link.ts';
import { OutsideLink } from './outside-link.tsx';
import classes from './record-links.module.css';

export function MailLink({ email, inGrid = false }: { email: string; inGrid?: boolean }): ReactNode {
  return (
    <OutsideLink href={mailAddress(email)} className={classes.text} inGrid={inGrid}>
      {inGrid ? <Breakable email={email} /> : email}
    </OutsideLink>
  );
}

/** An address that goes on in a second line does so where its parts meet. */
function Breakable({ email }: { email: string }): ReactNode {
  const at = email.lastIndexOf('@');
  if (at < 1) return email;
  const [host = '', ...domains] = email.slice(at).split('.');
  return [email.slice(0, at), host, ...domains.map((domain) => `.${domain}`)].map((part, index) => (
    <Fragment key={`${index} ${part}`}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
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
