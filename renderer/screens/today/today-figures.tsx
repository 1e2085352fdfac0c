import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { bridge } from '../../bridge/bridge.ts';
import { TODAY } from '../../components/today/today-queries.ts';
import { useUser } from '../../stores/session.ts';
import { figuresOf, type Figure } from './figures.ts';
import classes from './today.module.css';

/** The figures of the day, for a Super Admin; each leads to the records that it counts. */
export function TodayFigures(): ReactNode {
  const { _id } = useUser();
  const { data } = useQuery({
    queryKey: [TODAY, 'figures', _id],
    queryFn: () => bridge.call('today.figures', {}),
    // Kept true by useTodayKept.
    staleTime: 0,
    gcTime: 0,
  });
  // Their room is kept: the list below does not move when they come.
  return (
    <ul className={classes.figures} aria-label="Figures of the day" aria-busy={!data}>
      {data && figuresOf(data).map((figure) => <FigureCard key={figure.label} figure={figure} />)}
    </ul>
  );
}

function FigureCard({ figure: { label, value, links } }: { figure: Figure }): ReactNode {
  const id = useId();
  return (
    <li className={classes.figure} aria-labelledby={id}>
      <div id={id} className={classes.figureLine}>
        <span className={classes.figureLabel}>{label}</span>
        <span className={classes.figureValue}>{value}</span>
      </div>
      <div className={classes.figureLinks}>
        {links.map(({ text, path }) => (
          <Link key={text} to={path} className={classes.figureLink} aria-label={`${label}: ${text}`}>
            {text}
          </Link>
        ))}
      </div>
    </li>
  );
}
