import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Nothing, type FieldViewProps } from '../record-form/field-view.tsx';
import { fillPictures } from './fill-pictures.ts';
import { openFromText } from './open-from-text.ts';
import classes from './rich-text.module.css';
import { safeHtml } from './safe-html.ts';

/** Rich text as it is read: formatted, without anything that could run or be fetched. */
export function RichTextView({ value }: Pick<FieldViewProps, 'value'>): ReactNode {
  const html = typeof value === 'string' ? value : '';
  return html.trim() === '' ? <Nothing /> : <FormattedText html={html} />;
}

function FormattedText({ html }: { html: string }): ReactNode {
  const shown = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  useLayoutEffect(() => {
    const text = shown.current;
    if (!text) return;
    text.replaceChildren(safeHtml(html));
    return fillPictures(text, client);
  }, [html, client]);
  useLayoutEffect(() => {
    const node = shown.current;
    node?.addEventListener('click', openFromText);
    return () => node?.removeEventListener('click', openFromText);
  }, []);
  return <div ref={shown} className={`${classes.text} ${classes.shown}`} />;
}
