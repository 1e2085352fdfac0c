import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import classes from './moving-background.module.css';

interface Card {
  /** Place in percent of the background. */
  left: number;
  top: number;
  turn: number;
  /** Pixels that the card travels while the mouse crosses the window: what is nearer travels farther. */
  depth: number;
  size: number;
}

const cards: readonly Card[] = [
  { left: 58, top: 6, turn: -7, depth: 26, size: 1 },
  { left: 8, top: 17, turn: 5, depth: 48, size: 1.15 },
  { left: 70, top: 36, turn: 8, depth: 70, size: 1.3 },
  { left: 26, top: 44, turn: -4, depth: 34, size: 0.9 },
  { left: 84, top: 70, turn: -10, depth: 40, size: 1 },
  { left: -5, top: 66, turn: -8, depth: 58, size: 1.1 },
];

/** The background of the sign-in page: record cards that follow the mouse a little, each in its own depth. */
export function MovingBackground(): ReactNode {
  const scene = useRef<HTMLDivElement>(null);
  const still = useReducedMotion(undefined, { getInitialValueInEffect: false });

  useEffect(() => {
    if (still) return;
    let frame = 0;
    const follow = (event: MouseEvent): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        scene.current?.style.setProperty('--mouse-x', String(event.clientX / window.innerWidth - 0.5));
        scene.current?.style.setProperty('--mouse-y', String(event.clientY / window.innerHeight - 0.5));
      });
    };
    window.addEventListener('mousemove', follow, { passive: true });
    return () => {
      window.removeEventListener('mousemove', follow);
      cancelAnimationFrame(frame);
    };
  }, [still]);

  return (
    <div ref={scene} className={classes.scene} aria-hidden>
      {cards.map(({ left, top, turn, depth, size }) => (
        <div
          key={`${left}-${top}`}
          className={classes.card}
          style={
            {
              left: `${left}%`,
              top: `${top}%`,
              '--depth': `${depth}px`,
              '--turn': `${turn}deg`,
              '--size': size,
            } as CSSProperties
          }
        >
          <i className={classes.face} />
          <i className={classes.line} />
          <i className={classes.line} />
          <i className={classes.status} />
        </div>
      ))}
    </div>
  );
}
