import { indianDate } from '#shared/format/dates.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

const LOOKED_AT_EVERY_MS = 30_000;

/** The time in milliseconds since 1970, looked at again after each interval. */
export function useNow(everyMs: number): number {
  return useLooked(Date.now, everyMs);
}

/** The Indian day, such as `2026-11-28`: whoever uses it is drawn anew on the next one. */
export function useToday(): string {
  return useLooked(indianToday, LOOKED_AT_EVERY_MS);
}

/** Acts on each next Indian day. */
export function useOnNextDay(act: () => void): void {
  const today = useToday();
  const seen = useRef(today);
  const onNextDay = useEffectEvent(act);
  useEffect(() => {
    if (seen.current === today) return;
    seen.current = today;
    onNextDay();
  }, [today]);
}

const indianToday = (): string => indianDate(new Date(Date.now()).toISOString());

function useLooked<Value extends string | number>(look: () => Value, everyMs: number): Value {
  const [seen, setSeen] = useState(look);
  useEffect(() => {
    const timer = setInterval(() => setSeen(look()), everyMs);
    return () => clearInterval(timer);
  }, [look, everyMs]);
  return seen;
}
