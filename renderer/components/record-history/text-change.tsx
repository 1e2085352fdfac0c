import { VisuallyHidden } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import classes from './record-history.module.css';
import { inContext, textDiff, type DiffPart } from './text-diff.ts';

interface TextChangeProps {
  old: string;
  now: string;
  whole: boolean;
}

/** What differs between two long texts, with a few words around each change or with all of them. */
export function TextChange({ old, now, whole }: TextChangeProps): ReactNode {
  const all = useMemo(() => textDiff(old, now), [old, now]);
  const { parts } = useMemo(() => (whole ? { parts: all } : inContext(all)), [all, whole]);
  return parts.map((part, at) => <Part key={at} {...part} />);
}

/** Whether anything is left out of the change unless it is shown whole. */
export function isCut(old: string, now: string): boolean {
  return inContext(textDiff(old, now)).cut;
}

/** Not every screen reader says of a text that it was removed or added: the words stand there too. */
function Part({ kind, text }: DiffPart): ReactNode {
  if (kind === 'same') return <bdi>{text}</bdi>;
  const Mark = kind === 'removed' ? 'del' : 'ins';
  return (
    <Mark className={classes[kind]}>
      <VisuallyHidden>{kind === 'removed' ? ' Removed: ' : ' Added: '}</VisuallyHidden>
      <bdi>{text}</bdi>
      <VisuallyHidden>. </VisuallyHidden>
    </Mark>
  );
}
