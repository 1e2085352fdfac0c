import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core';
import type { EntityName } from '#shared/model/entities.ts';
import { useState, type ReactNode } from 'react';
import classes from '../record-form.module.css';
import { useChoices, type Choice } from './use-choices.ts';

interface ChoiceInputProps {
  entity: EntityName;
  name: string;
  label: string;
  /** Text in the field. */
  text: string;
  error: string | undefined;
  hint: ReactNode;
  required: boolean;
  maxLength?: number | undefined;
  /** Whether what is typed is a value by itself, or only a search for a choice. */
  free: boolean;
  onType: (text: string) => void;
  onPick: (choice: Choice | null) => void;
  onBlur: () => void;
}

/** A text field that offers records as choices, told apart by a second line such as the email. */
export function ChoiceInput(props: ChoiceInputProps): ReactNode {
  const { entity, name, label, text, error, hint, required, free, onType, onPick, onBlur } = props;
  const [asked, setAsked] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const choices = useChoices(entity, typed ?? '', asked);
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
        if (choice) onPick(choice);
        setTyped(null);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          role="combobox"
          aria-expanded={combobox.dropdownOpened}
          aria-controls={combobox.listId ?? undefined}
          label={label}
          error={error}
          description={hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk={required}
          aria-required={required || undefined}
          data-field={name}
          autoComplete="off"
          maxLength={props.maxLength}
          value={free ? text : (typed ?? text)}
          onClick={open}
          onFocus={() => setAsked(true)}
          onBlur={() => {
            combobox.closeDropdown();
            setTyped(null);
            onBlur();
          }}
          onChange={(event) => {
            const written = event.currentTarget.value;
            setTyped(written);
            if (free) onType(written);
            else if (written === '') onPick(null);
            open();
            combobox.updateSelectedOptionIndex();
          }}
          rightSection={
            text !== '' && (
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
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={choices === null || (free && choices.length === 0)}>
        <Combobox.Options aria-label="Choices" mah={240} style={{ overflowY: 'auto' }}>
          {choices?.map((choice) => (
            <Combobox.Option key={choice._id} value={choice._id}>
              {choice.title}
              <span className={classes.choiceDetail}>{detailOf(choice)}</span>
            </Combobox.Option>
          ))}
          {choices?.length === 0 && <Combobox.Empty>Nothing found</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** What tells two people of one name apart. */
function detailOf({ record }: Choice): string {
  return typeof record['email'] === 'string' ? record['email'] : '';
}
