import { CloseButton, Kbd, Loader, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import classes from './list-screen.module.css';
import { useTypedText } from './use-typed-text.ts';

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
  const { text, type, tell } = useTypedText(value, onSearch, PAUSE_MS);
  const empty = (): void => {
    onType();
    tell('');
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
      onChange={(event) => {
        onType();
        type(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') {
          event.preventDefault();
          empty();
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
              empty();
              input.current?.focus();
            }}
          />
        )
      }
    />
  );
}
