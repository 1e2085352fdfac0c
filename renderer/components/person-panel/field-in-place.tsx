import { fieldOf } from '#shared/model/entity.ts';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { holdKeys } from '../keyboard/hold-keys.ts';
import { FormCell } from '../record-form/form-sections.tsx';
import type { RecordFormSettings } from '../record-form/form-settings.ts';
import type { RecordForm } from '../record-form/use-record-form.ts';
import { FieldEditor } from './field-editor.tsx';
import classes from './person-panel.module.css';
import { isEditedIn, viewIn } from './person-fields.ts';

interface FieldInPlaceProps {
  settings: RecordFormSettings;
  form: RecordForm;
  name: string;
  onWhole: () => void;
  /** Hears that it has become a field to write in (1), and that it is none any more (-1). */
  onEditing: (by: 1 | -1) => void;
}

/** Whether a click was for a link or a button of the value. */
const isOther = (target: EventTarget): boolean =>
  target instanceof Element && target.closest(`a, button:not(.${classes.pencil})`) !== null;

/** A field of the person in view; where the role may set it, one click makes it a field to write in. */
export function FieldInPlace({ settings, form, name, onWhole, onEditing }: FieldInPlaceProps): ReactNode {
  const [editing, setEditing] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!editing) return;
    onEditing(1);
    return () => onEditing(-1);
  }, [editing, onEditing]);
  const { record, entity } = form;
  if (!record || !form.readable.has(name)) return null;
  if (editing) {
    return (
      <FieldEditor
        settings={settings}
        id={record._id}
        name={name}
        onWhole={onWhole}
        onEnd={(byKey) => {
          setEditing(false);
          if (byKey) setTimeout(() => whole.current?.querySelector('button')?.focus());
        }}
      />
    );
  }
  const place = viewIn(settings, name);
  const label = place.label ?? fieldOf(entity, name).label;
  const shown = <FormCell place={place} shownOnly isSaid={false} form={form} />;
  if (!form.settable.has(name) || !isEditedIn(settings, name)) return shown;
  return (
    <div
      ref={whole}
      role="presentation"
      className={classes.inPlace}
      onClick={({ target }) => {
        // A link calls, and does not edit the number; who marks a text, to copy it, does not edit it.
        if (isOther(target)) return;
        if (!(window.getSelection()?.isCollapsed ?? true)) return;
        holdKeys();
        setEditing(true);
      }}
    >
      {shown}
      <button type="button" className={classes.pencil} aria-label={`Edit ${label}`} title={`Edit ${label}`}>
        <IconPencil size={14} stroke={1.6} aria-hidden />
      </button>
    </div>
  );
}
