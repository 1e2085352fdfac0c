import { Button, type ButtonProps } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { ACCEPTED } from './chosen-file.ts';
import classes from './documents.module.css';

interface ChooseButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'leftSection' | 'className'> {
  /** Its accessible name, and its words where `words` has no shorter ones. */
  label: string;
  words?: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}

/** A button that lets the user choose documents of this computer. */
export function ChooseButton({
  label,
  words,
  multiple = false,
  onFiles,
  ...look
}: ChooseButtonProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        {...look}
        {...(words ? { 'aria-label': label, title: label } : {})}
        onClick={() => input.current?.click()}
      >
        {words ?? label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        multiple={multiple}
        aria-label={`${label}: file`}
        tabIndex={-1}
        className={classes.fileInput}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file can be chosen again after it was mended.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
