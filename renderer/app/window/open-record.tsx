import { pathShowing } from '#shared/access/routes.ts';
import type { SyncState } from '#shared/protocol/sync-calls.ts';
import { readOpenAddress, type LinkedRecord } from '#shared/window/record-links.ts';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { bridge } from '../../bridge/bridge.ts';
import { recordAddress } from '../../components/list-screen/list-url.ts';
import { sentenceOf, showError } from '../../components/messages/messages.tsx';
import { lacksRecords } from '../../components/sync/sync-wording.ts';
import { useRole } from '../../stores/session.ts';
import { useSync } from '../../stores/sync.ts';
import { Starting } from '../layout/starting.tsx';

const NOT_HERE = 'This record is not here. It does not exist, was deleted, or is not for you to see.';

const NOT_YET =
  'This record is not on this PC yet: not all records are. Open the link again after the next sync.';

/** While the desk fetches, a record may still come. */
const FETCHING: ReadonlySet<SyncState> = new Set(['idle', 'syncing', 'first-sync']);

/** The page that a link to a record leads to: goes on to the record, or says in one sentence that there is none. */
export function OpenRecord({ path }: { path: string }): ReactNode {
  const navigate = useNavigate();
  const { state } = useLocation();
  const role = useRole();
  const fetching = useSync((sync) => FETCHING.has(sync.state));

  const turnBack = (sentence: string): void => {
    showError(sentence, { title: 'The link leads nowhere' });
    const from: unknown = state && typeof state === 'object' ? Reflect.get(state, 'from') : null;
    void navigate(typeof from === 'string' ? from : '/dashboard', { replace: true });
  };
  const open = useEffectEvent(
    async (address: string, isFetching: boolean, gone: AbortSignal): Promise<void> => {
      const record = readOpenAddress(address);
      const screen = record && pathShowing(record.entity, role);
      if (!record || screen === undefined || screen === null) return turnBack(NOT_HERE);
      try {
        const isHere = await isThere(record);
        if (gone.aborted || (!isHere && isFetching)) return;
        if (!isHere) return turnBack(lacksRecords(useSync.getState()) ? NOT_YET : NOT_HERE);
        void navigate(recordAddress(screen, record.id, { pathname: '', search: '' }), { replace: true });
      } catch (error) {
        if (!gone.aborted) turnBack(sentenceOf(error, NOT_HERE));
      }
    },
  );
  useEffect(() => {
    const gone = new AbortController();
    void open(path, fetching, gone.signal);
    return () => gone.abort();
  }, [path, fetching]);
  return <Starting label="Opening the record" />;
}

async function isThere({ entity, id }: LinkedRecord): Promise<boolean> {
  return (await bridge.call('records.get', { entity, id })) !== null;
}
