import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useConnection } from '../../stores/connection.ts';
import classes from './connection-banner.module.css';

/** A connection that comes back within this time is not worth a word. */
const PATIENCE_MS = 600;

/** A calm line while the page has lost the desk; nothing that was saved is in danger. */
export function ConnectionBanner(): ReactNode {
  const connection = useConnection((state) => state.connection);
  const lost = connection === 'lost' || connection === 'refused';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(lost), lost ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [lost]);
  return (
    <div role="status" className={classes.place}>
      {shown && (
        <div className={classes.banner}>
          <IconPlugConnectedX size={16} aria-hidden />
          {connection === 'refused'
            ? 'This page is not let in. Open the address that the application printed when it was started.'
            : 'Reconnecting to the data service of this application. What you have saved is safe.'}
        </div>
      )}
    </div>
  );
}
