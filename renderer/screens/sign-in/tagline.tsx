import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState, type ReactNode } from 'react';
import classes from './sign-in.module.css';
import { TAGLINE_MS, taglines } from './taglines.ts';

/**
 * One line after the other; one alone for whoever asks for less motion. Not announced: it would talk over whoever is
 * filling in the form.
 */
export function Tagline(): ReactNode {
  const [at, setAt] = useState(0);
  const still = useReducedMotion(undefined, { getInitialValueInEffect: false });
  useEffect(() => {
    if (still) return;
    const timer = setInterval(() => setAt((now) => (now + 1) % taglines.length), TAGLINE_MS);
    return () => clearInterval(timer);
  }, [still]);
  return (
    <p className={classes.tagline} aria-live="off">
      <span key={at}>{taglines[at]}</span>
    </p>
  );
}
