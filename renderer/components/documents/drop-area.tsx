import { useState, type DragEvent, type ReactNode } from 'react';
import classes from './documents.module.css';

interface DropAreaProps {
  /** What a drop does, said while files are held over it. */
  hint: string;
  className?: string | undefined;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');
/** A dialog that is opened from within lies elsewhere on the page, and what is dropped on it is not dropped here. */
const isHere = ({ currentTarget, target }: DragEvent): boolean =>
  target instanceof Node && currentTarget.contains(target);

/** Takes files that are dropped on what it holds. One within another takes what is dropped on it alone. */
export function DropArea({ hint, className, onFiles, children }: DropAreaProps): ReactNode {
  const [over, setOver] = useState(false);
  const isMeant = (event: DragEvent): boolean => hasFiles(event) && isHere(event);
  return (
    <div
      className={[classes.dropArea, className].join(' ')}
      onDragOver={(event) => {
        if (!isMeant(event)) return;
        // One within it has taken it.
        setOver(!event.defaultPrevented);
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!isMeant(event) || event.defaultPrevented) return;
        event.preventDefault();
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onFiles(files);
      }}
    >
      {children}
      {over && (
        <div className={classes.over} aria-hidden>
          {hint}
        </div>
      )}
    </div>
  );
}
