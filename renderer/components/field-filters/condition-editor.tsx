import { Button, Group, Select } from '@mantine/core';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import {
  assertConditionFits,
  operatorsOf,
  type ConditionValue,
  type FieldCondition,
  type Operator,
} from '#shared/model/field-condition.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { useEffect, useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { UnreadText } from '../record-form/unread-text.ts';
import { OPERATOR_LABELS } from './condition-words.ts';
import classes from './field-filters.module.css';
import { bestFirst } from '../record-form/inputs/best-first.ts';
import { ValueInput, type Draft } from './value-inputs.tsx';

interface ConditionEditorProps {
  entity: EntityName;
  /** Fields that may be asked for. */
  fields: readonly { value: string; label: string }[];
  /** What is changed; null for a new one. */
  condition: FieldCondition | null;
  onApply: (condition: FieldCondition) => void;
  onCancel: () => void;
}

const inside = { withinPortal: false, transitionProps: { duration: 0 } } as const;

/** Says what is asked of one field: the field, how, and the values. */
export function ConditionEditor({
  entity,
  fields,
  condition,
  onApply,
  onCancel,
}: ConditionEditorProps): ReactNode {
  const [name, setName] = useState(condition?.field ?? null);
  const [op, setOp] = useState<Operator | null>(condition?.op ?? null);
  const [draft, setDraft] = useState<Draft>(condition?.values ?? []);
  const [problem, setProblem] = useState<string | null>(null);
  const value = useRef<HTMLDivElement>(null);
  const field = name === null ? null : fieldOf(entityOf(entity), name);
  const label = fields.find((each) => each.value === name)?.label ?? '';

  // Whoever types on at once types into it: the trap of the focus takes a moment.
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => first.current?.focus({ preventScroll: true }), []);

  // Whoever has chosen the field goes on with its value.
  const [chosen, setChosen] = useState(condition ? 1 : 0);
  useEffect(() => {
    if (chosen > 0) value.current?.querySelector<HTMLElement>('input')?.focus();
  }, [chosen]);

  const choose = (next: string | null): void => {
    const likely = next === null ? undefined : operatorsOf(fieldOf(entityOf(entity), next))[0];
    setName(next);
    setOp(likely ?? null);
    setDraft([]);
    setProblem(null);
    setChosen((count) => count + 1);
  };
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    // A portal's events bubble through React: the form around this one is not meant.
    event.stopPropagation();
    if (name === null || op === null) return;
    const values = settled(draft);
    const unread = draft.find((one) => one instanceof UnreadText);
    if (unread) return setProblem(unread.problem);
    try {
      assertConditionFits(entityOf(entity), { field: name, op, values });
    } catch (error) {
      if (error instanceof PlainError) return setProblem(error.message);
      throw error;
    }
    onApply({ field: name, op, values });
  };

  return (
    <form onSubmit={apply} noValidate className={classes.editor}>
      <Select
        {...(condition === null ? { ref: first, 'data-autofocus': true } : {})}
        label="Field"
        placeholder="Choose a field"
        data={fields}
        value={name}
        onChange={choose}
        allowDeselect={false}
        searchable
        filter={bestFirst}
        selectFirstOptionOnChange
        nothingFoundMessage="Nothing found"
        comboboxProps={inside}
        maxDropdownHeight={260}
      />
      {field && name !== null && op !== null && (
        <>
          <Select
            label="Condition"
            data={operatorsOf(field).map((each) => ({ value: each, label: OPERATOR_LABELS[each] }))}
            value={op}
            onChange={(next) => {
              setOp(next);
              setDraft([]);
              setProblem(null);
            }}
            allowDeselect={false}
            comboboxProps={inside}
          />
          <div ref={value} key={`${name} ${op}`}>
            <ValueInput
              entity={entity}
              name={name}
              field={field}
              label={label}
              op={op}
              value={draft}
              onChange={(next) => {
                setDraft(next);
                setProblem(null);
              }}
            />
          </div>
        </>
      )}
      <p role="alert" className={classes.problem}>
        {problem}
      </p>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" size="compact-md" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="compact-md" disabled={op === null}>
          {condition ? 'Apply' : 'Add'}
        </Button>
      </Group>
    </form>
  );
}

/** A text without the spaces around it; what cannot be read is refused before. */
function settled(draft: Draft): ConditionValue[] {
  return draft.map((one) => {
    if (one instanceof UnreadText) return null;
    return typeof one === 'string' ? one.trim() : one;
  });
}
