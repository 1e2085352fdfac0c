import type { FoundPerson } from '#shared/protocol/people-calls.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { bridge } from '../../bridge/bridge.ts';

/** A single letter is in every name. */
const FEWEST_LETTERS = 2;
const MOST_SHOWN = 12;

interface Found {
  search: string;
  people: readonly FoundPerson[];
}

interface People extends Found {
  /** Whether these are the people of what is typed now; those before stay until then. */
  current: boolean;
  /** Waits for the people of what is typed now: whoever types and presses Enter at once means them. */
  settled: () => Promise<readonly FoundPerson[]>;
}

const nobody: Found = { search: '', people: [] };

/** People whose name, number or email holds what is typed, as fast as it is typed. */
export function usePeople(typed: string): People {
  const search = typed.trim();
  const isAsked = search.length >= FEWEST_LETTERS;
  const [found, setFound] = useState<Found>(nobody);
  const asking = useRef<Promise<readonly FoundPerson[]>>(Promise.resolve([]));
  useEffect(() => {
    if (!isAsked) {
      asking.current = Promise.resolve([]);
      return;
    }
    let overtaken = false;
    // Without people the palette still has its screens; a desk that is gone says so by itself.
    asking.current = bridge.call('people.find', { search, limit: MOST_SHOWN }).catch(() => []);
    void asking.current.then((people) => {
      if (!overtaken) setFound({ search, people });
    });
    return () => {
      overtaken = true;
    };
  }, [search, isAsked]);
  const settled = useCallback(() => asking.current, []);
  if (!isAsked) return { ...nobody, current: true, settled };
  return { ...found, current: found.search === search, settled };
}
