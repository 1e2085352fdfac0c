import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

type ChangeQuery = (change: (query: URLSearchParams) => URLSearchParams) => void;

interface AddressQuery {
  query: URLSearchParams;
  /** Changes it without a new entry in the history. */
  change: ChangeQuery;
  /** Resolves when the screen shows what the query was last changed to: the router follows a moment later. */
  followed: () => Promise<void>;
}

/**
 * The query of the address, and the way to change it. Each change counts from the one before it, also where the router
 * has not shown that yet: who types and chooses a filter at once gets both.
 */
export function useAddressQuery(): AddressQuery {
  const location = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => new URLSearchParams(location.search), [location.search]);
  const shown = useRef(query);
  const latest = useRef(query);
  const waiting = useRef<(() => void)[]>([]);
  useLayoutEffect(() => {
    shown.current = new URLSearchParams(location.search);
    latest.current = shown.current;
    for (const resolve of waiting.current.splice(0)) resolve();
  }, [location]);
  const change = useCallback<ChangeQuery>(
    (make) => {
      latest.current = make(new URLSearchParams(latest.current));
      void navigate(`?${latest.current.toString()}`, { replace: true });
    },
    [navigate],
  );
  const followed = useCallback(async () => {
    while (latest.current.toString() !== shown.current.toString()) {
      await new Promise<void>((resolve) => waiting.current.push(resolve));
    }
  }, []);
  return { query, change, followed };
}
