import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { openFromText } from '../rich-text/open-from-text.ts';
import richText from '../rich-text/rich-text.module.css';
import { safeHtml } from '../rich-text/safe-html.ts';
import classes from './viewer.module.css';

/** The text of a Word document: cleaned once more, and without pictures. Links go to the system. */
export function WordText({ html, zoom }: { html: string; zoom: number }): ReactNode {
  const shown = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const fragment = safeHtml(html);
    for (const picture of fragment.querySelectorAll('img, [data-picture]')) picture.remove();
    shown.current?.replaceChildren(fragment);
  }, [html]);
  useLayoutEffect(() => {
    const node = shown.current;
    node?.addEventListener('click', openFromText);
    return () => node?.removeEventListener('click', openFromText);
  }, []);
  return (
    <div className={classes.word} style={{ zoom }}>
      <div ref={shown} className={`${richText.text} ${richText.shown}`} />
    </div>
  );
}
