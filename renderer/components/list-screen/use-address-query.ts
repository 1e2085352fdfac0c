import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

type ChangeQuery = (change: (query: URLSearchParams) => URLSearchParams) => void;

/**
 * The query of the address, and the way to change it without a new entry in the history. Each change counts from the
 * one before it, also where the router has not shown that yet: who types and chooses a filter at once gets both.
 */
export function useAddressQuery(): [query: URLSearchParams, change: ChangeQuery] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const latest = useRef(query);
  useLayoutEffect(() => {
    latest.current = query;
  }, [query]);
  const change = useCallback<ChangeQuery>(
    (make) => {
      latest.current = make(new URLSearchParams(latest.current));
      void navigate(`?${latest.current.toString()}`, { replace: true });
    },
    [navigate],
  );
  return [query, change];
}
