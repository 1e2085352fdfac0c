import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import classes from './record-form.module.css';

/** Where in the area one reads: a section whose title is above this part of it is the current one. */
const READING = 0.35;

interface SectionNavProps {
  sections: readonly { title: string; id: string; errors: number }[];
  body: RefObject<HTMLElement | null>;
}

/** Where in the form one is, and the way to its other sections. */
export function SectionNav({ sections, body }: SectionNavProps): ReactNode {
  const [passed, setPassed] = useState<string | null>(null);
  const current = passed ?? sections[0]?.id;
  /** How far the area was scrolled for the section that was chosen; it is the current one until one reads on. */
  const chosenAt = useRef<number | null>(null);

  useEffect(() => {
    const area = body.current;
    if (!area) return;
    const follow = (): void => {
      if (area.scrollTop === chosenAt.current) return;
      chosenAt.current = null;
      const top = area.getBoundingClientRect().top;
      const atEnd = area.scrollTop > 0 && area.scrollTop + area.clientHeight >= area.scrollHeight - 2;
      const above = sections.filter(({ id }) => {
        const section = document.getElementById(id);
        return section !== null && section.getBoundingClientRect().top - top < area.clientHeight * READING;
      });
      setPassed((atEnd ? sections.at(-1) : (above.at(-1) ?? sections[0]))?.id ?? null);
    };
    area.addEventListener('scroll', follow, { passive: true });
    return () => area.removeEventListener('scroll', follow);
  }, [body, sections]);

  return (
    <nav aria-label="Sections" className={classes.nav}>
      {sections.map(({ title, id, errors }) => (
        <button
          key={id}
          type="button"
          className={classes.navEntry}
          aria-current={id === current || undefined}
          onClick={() => {
            document.getElementById(id)?.scrollIntoView({ block: 'start' });
            chosenAt.current = body.current?.scrollTop ?? null;
            setPassed(id);
          }}
        >
          {title}
          {errors > 0 && (
            <span className={classes.navErrors} role="img" aria-label={`${errors} to correct`}>
              {errors}
            </span>
          )}
        </button>
      ))}
    </nav>
  );
}
