import { ERASED_AT_ONCE, type ProposedInquiry } from '#shared/protocol/erasure.ts';
import { useEffect, useRef, useState } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { sentenceOf } from '../../components/messages/messages.tsx';

/** How far the erasing is, and what became of it. */
export interface Erasing {
  running: boolean;
  total: number;
  /** How many have been asked for. */
  done: number;
  /** Of whom nothing is left. */
  erased: readonly string[];
  /** Who could not be erased, and why. */
  left: readonly { name: string; why: string }[];
  /** Why it ended before all were asked for. */
  failure: string | null;
}

const NOTHING: Erasing = { running: false, total: 0, done: 0, erased: [], left: [], failure: null };

/** Erases people some at a time, so that it can be followed and stopped; it stops where nobody looks any more. */
export function useErasing(): {
  erasing: Erasing;
  erase: (people: readonly ProposedInquiry[], reason: string) => Promise<Erasing>;
  stop: () => void;
} {
  const [erasing, setErasing] = useState(NOTHING);
  const stopped = useRef(false);
  useEffect(() => () => void (stopped.current = true), []);

  const erase = async (people: readonly ProposedInquiry[], reason: string): Promise<Erasing> => {
    stopped.current = false;
    let now: Erasing = { ...NOTHING, running: true, total: people.length };
    const tell = (change: Partial<Erasing>): void => setErasing((now = { ...now, ...change }));
    tell({});
    while (now.done < people.length && !stopped.current && now.failure === null) {
      const some = people.slice(now.done, now.done + ERASED_AT_ONCE);
      try {
        const asked = some.map(({ id, name }) => ({ id, name }));
        const results = await bridge.call('erasure.erase', { reason, people: asked });
        const erased = results.flatMap((result) => ('error' in result ? [] : [result.id]));
        const left = results.flatMap((result) =>
          'error' in result
            ? [{ name: some.find(({ id }) => id === result.id)?.name ?? '', why: result.error }]
            : [],
        );
        tell({
          done: now.done + some.length,
          erased: [...now.erased, ...erased],
          left: [...now.left, ...left],
        });
      } catch (error) {
        tell({ failure: sentenceOf(error, 'They could not be erased.') });
      }
    }
    tell({ running: false });
    return now;
  };
  return { erasing, erase, stop: () => void (stopped.current = true) };
}
