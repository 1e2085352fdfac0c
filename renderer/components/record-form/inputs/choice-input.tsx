import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core';
import type { EntityName } from '#shared/model/entities.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import classes from '../record-form.module.css';
import { requiredMark } from '../required-mark.ts';
import { markTextOnEntering } from '../../keyboard/type-over.ts';
import { choiceFor } from '../find-choice.ts';
import { useChoices, type Choice, type ChoiceFilter } from './use-choices.ts';

interface ChoiceInputProps {
  entity: EntityName;
  name: string;
  label: string;
  /** Text in the field. */
  text: string;
  error: string | true | undefined;
  hint: ReactNode;
  required: boolean;
  maxLength?: number | undefined;
  /** Whether what is typed is a value by itself, or only a search for a choice. */
  free: boolean;
  /** The records that are offered; all of them where nothing is said. Must be the same object from render to render. */
  filter?: ChoiceFilter | undefined;
  /** In a free field, keeps what is typed as it is, where none of the choices is meant. */
  onKeep?: () => void;
  /** Second line of a choice; default: a person's email. */
  detail?: (choice: Choice) => string;
  /** Whether a choice is shown, but cannot be taken; its detail says why. */
  isRefused?: (choice: Choice) => boolean;
  /** Of a field that is not free, too: what is typed there is no value, and is not lost. */
  onType: (text: string) => void;
  /** What is typed in such a field and not chosen yet. */
  search?: string | undefined;
  /** Puts back what was chosen before somebody typed, in a field that is not free. */
  onBack?: () => void;
  onPick: (choice: Choice | null) => void;
  onBlur: () => void;
}

/** A text field that offers records as choices, told apart by a second line such as the email. */
export function ChoiceInput(props: ChoiceInputProps): ReactNode {
  const { entity, name, label, text, error, hint, required, free, onType, onPick, onBlur } = props;
  const { detail = emailOf, isRefused, onKeep } = props;
  const [asked, setAsked] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const listId = useId();
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      // What was typed to find a choice must not stand there as if it were one.
      setTyped(null);
    },
  });
  const found = useChoices(entity, typed ?? '', asked, props.filter);
  const choices = found?.choices ?? null;
  const searches = typed !== null && typed.trim() !== '';
  const isKnown = searches && found?.search === typed;
  const only = isKnown && choices?.length === 1 ? choices[0] : undefined;
  const keeps = onKeep !== undefined && isKnown && !choices?.some(({ title }) => isSameName(title, typed));
  const { selectFirstOption, closeDropdown } = combobox;
  // Enter was pressed before the answer came.
  const taking = useRef<string | null>(null);
  const pick = (choice: Choice): void => {
    onPick(choice);
    setTyped(null);
    closeDropdown();
  };
  const takeOnly = useEffectEvent(() => {
    if (only && taking.current === typed && !isRefused?.(only)) pick(only);
    taking.current = null;
  });
  const searching = useRef(props.search);
  useEffect(() => {
    searching.current = props.search;
  });
  /** What was left there unchosen is taken for the choice that it fits, where that is one alone. */
  const leave = async (text: string): Promise<void> => {
    const choice = await choiceFor(entity, text, props.filter);
    if (searching.current !== text) return;
    if (choice && !isRefused?.(choice)) onPick(choice);
    else onBlur();
  };
  const none = choices?.length === 0;
  useEffect(() => {
    if (!searches || found?.search !== typed) return;
    // What is kept as it is, is kept on purpose.
    if (found.choices.length > 0) selectFirstOption();
    takeOnly();
  }, [searches, found, typed, selectFirstOption]);
  const takeableFirst = (one: Choice, other: Choice): number =>
    Number(isRefused?.(one) ?? false) - Number(isRefused?.(other) ?? false);
  const sameFirst = (one: Choice, other: Choice): number =>
    Number(isSameName(other.title, typed ?? '')) - Number(isSameName(one.title, typed ?? ''));
  const offered = choices?.toSorted((one, other) => takeableFirst(one, other) || sameFirst(one, other));
  // It is marked a moment after it is shown: a key may come between the two.
  const takeFirst = (event: KeyboardEvent): void => {
    const first = offered?.[0];
    if (!first || isRefused?.(first)) return;
    event.preventDefault();
    pick(first);
  };
  const open = (): void => {
    setAsked(true);
    combobox.openDropdown();
  };

  return (
    <Combobox
      store={combobox}
      keepMounted={false}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(id) => {
        const choice = choices?.find(({ _id }) => _id === id);
        if (choice) return pick(choice);
        if (id === KEEP) onKeep?.();
        setTyped(null);
        combobox.closeDropdown();
      }}
    >
      {/* The library learns the list's id only after it is shown, and tells nobody: it is given here. */}
      <Combobox.Target
        withExpandedAttribute
        aria-expanded={combobox.dropdownOpened}
        aria-controls={combobox.dropdownOpened ? listId : undefined}
      >
        <TextInput
          label={label}
          error={error}
          description={hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...requiredMark(required)}
          aria-required={required || undefined}
          data-field={name}
          autoComplete="off"
          maxLength={props.maxLength}
          value={free ? text : (typed ?? text)}
          onMouseDown={markTextOnEntering}
          onClick={open}
          onFocus={() => setAsked(true)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && typed !== null) {
              setTyped(null);
              props.onBack?.();
            }
            // Enter may also end a word in Devanagari.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || !searches) return;
            if (!isKnown) taking.current = typed;
            else if (combobox.getSelectedOptionIndex() === -1) takeFirst(event);
          }}
          onBlur={() => {
            combobox.closeDropdown();
            setTyped(null);
            if (props.search === undefined) onBlur();
            else void leave(props.search);
          }}
          onChange={(event) => {
            const written = event.currentTarget.value;
            setTyped(written);
            taking.current = null;
            if (free || written.trim() !== '') onType(written);
            else onPick(null);
            open();
            // Enter takes the first of what was found for this text, and nothing before that is known.
            combobox.resetSelectedOption();
          }}
          rightSectionPointerEvents={text === '' ? 'none' : 'all'}
          {...(text === '' ? {} : { rightSectionWidth: 58 })}
          rightSection={
            <>
              {text !== '' && (
                <CloseButton
                  size="sm"
                  aria-label="Clear"
                  tabIndex={-1}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => {
                    setTyped(null);
                    onPick(null);
                  }}
                />
              )}
              <Combobox.Chevron onClick={open} />
            </>
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={choices === null || (free && none && !keeps)}>
        <Combobox.Options id={listId} aria-label="Choices" mah={240} style={{ overflowY: 'auto' }}>
          {offered?.map((choice) => (
            <Combobox.Option
              key={choice._id}
              value={choice._id}
              className={classes.choice}
              disabled={isRefused?.(choice) ?? false}
            >
              {choice.title}
              <span className={classes.choiceDetail}>{detail(choice)}</span>
            </Combobox.Option>
          ))}
          {none && <Combobox.Empty>Nothing found</Combobox.Empty>}
          {keeps && (
            <Combobox.Option value={KEEP} className={classes.choice}>
              Keep “{typed.trim()}” as a plain name
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** No record has this id. */
const KEEP = '';

const isSameName = (one: string, other: string): boolean => normaliseText(one) === normaliseText(other);

/** What tells two people of one name apart. */
function emailOf({ record }: Choice): string {
  return typeof record['email'] === 'string' ? record['email'] : '';
}
