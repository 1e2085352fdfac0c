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

/** Takes files that are dropped on what it holds. */
export function DropArea({ hint, className, onFiles, children }: DropAreaProps): ReactNode {
  // Entering a part and leaving another come in turn: it is over while there are more of the former.
  const [depth, setDepth] = useState(0);
  const isMeant = (event: DragEvent): boolean => hasFiles(event) && isHere(event);
  return (
    <div
      className={[classes.dropArea, className].join(' ')}
      onDragEnter={(event) => isMeant(event) && setDepth((now) => now + 1)}
      onDragLeave={(event) => isMeant(event) && setDepth((now) => Math.max(0, now - 1))}
      onDragOver={(event) => {
        if (!isMeant(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={(event) => {
        if (!isMeant(event)) return;
        event.preventDefault();
        event.stopPropagation();
        setDepth(0);
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onFiles(files);
      }}
    >
      {children}
      {depth > 0 && (
        <div className={classes.over} aria-hidden>
          {hint}
        </div>
      )}
    </div>
  );
}
