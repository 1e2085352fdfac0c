import { Button, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import classes from './import.module.css';

interface FileDropProps {
  /** Whether a file was chosen already and could not be read. */
  again: boolean;
  onFile: (file: File) => void;
}

/** Where a file is dropped, or chosen by the button. */
export function FileDrop({ again, onFile }: FileDropProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden />
      <Button onClick={() => input.current?.click()}>
        {again ? 'Choose another file' : 'Choose a file'}
      </Button>
      <Text size="sm" c="dimmed">
        or drop it here: CSV or an Excel workbook (.xlsx), up to 64 MB and 2,00,000 rows.
      </Text>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        aria-label="File to import"
        tabIndex={-1}
        className={classes.fileInput}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file can be chosen again after it was mended.
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
  );
}
