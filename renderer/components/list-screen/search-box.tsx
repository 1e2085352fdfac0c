import { CloseButton, Kbd, Loader, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import classes from './list-screen.module.css';

/** Pause in typing after which the list follows, in milliseconds. */
const PAUSE_MS = 120;

interface SearchBoxProps {
  value: string;
  onSearch: (search: string) => void;
  /** Told of each letter, before the list follows. */
  onType: () => void;
  /** Enter, or the arrow down: on to the first row that the text finds. */
  onEnter: (search: string) => void;
  label: string;
  busy: boolean;
  input: RefObject<HTMLInputElement | null>;
}

/** Free-text search that follows the typing. */
export function SearchBox({
  value,
  onSearch,
  onType,
  onEnter,
  label,
  busy,
  input,
}: SearchBoxProps): ReactNode {
  const [text, setText] = useState(value);
  const told = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    // Changed from outside, by Clear filters or by going back: not by what was typed here.
    if (value !== told.current) {
      clearTimeout(timer.current);
      told.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const tell = (search: string): void => {
    clearTimeout(timer.current);
    told.current = search;
    onSearch(search);
  };
  const type = (written: string, pause: number): void => {
    setText(written);
    onType();
    clearTimeout(timer.current);
    if (pause === 0) tell(written);
    else timer.current = setTimeout(() => tell(written), pause);
  };

  return (
    <TextInput
      ref={input}
      className={classes.search}
      size="sm"
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={text}
      onChange={(event) => type(event.currentTarget.value, PAUSE_MS)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') {
          event.preventDefault();
          type('', 0);
        }
        if ((event.key === 'Enter' || event.key === 'ArrowDown') && !event.nativeEvent.isComposing) {
          event.preventDefault();
          tell(text);
          onEnter(text);
        }
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text === '' ? (
          <Kbd size="xs" aria-hidden>
            /
          </Kbd>
        ) : busy ? (
          <Loader size={14} className={classes.late} />
        ) : (
          <CloseButton
            size="sm"
            aria-label="Clear search"
            onClick={() => {
              type('', 0);
              input.current?.focus();
            }}
          />
        )
      }
    />
  );
}
