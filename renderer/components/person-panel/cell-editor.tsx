import { Portal } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { RecordFormSettings } from '../record-form/form-settings.ts';
import { FieldEditor } from './field-editor.tsx';
import classes from './person-panel.module.css';

/** A cell of the list that is edited where it stands. */
export interface EditedCell {
  id: string;
  name: string;
  cell: HTMLElement;
}

interface CellEditorProps {
  settings: RecordFormSettings;
  edited: EditedCell;
  onWhole: () => void;
  onEnd: (byKey: boolean) => void;
}

const WIDTH = 280;
/** As much as an input with its label and a sentence below it needs, in pixels. */
const HEIGHT = 120;

/** Over the cell, with the field as the form edits it. */
export function CellEditor({ settings, edited, onWhole, onEnd }: CellEditorProps): ReactNode {
  // Where the cell was: the list may draw its rows anew meanwhile, with that cell no longer among them.
  const [{ left, top, width }] = useState(() => edited.cell.getBoundingClientRect());
  const wide = Math.max(WIDTH, width);
  const place = {
    left: Math.max(8, Math.min(left, window.innerWidth - wide - 8)),
    top: Math.max(8, Math.min(top, window.innerHeight - HEIGHT - 8)),
    width: wide,
  };
  return (
    <Portal>
      <div className={classes.cell} style={place} role="dialog" aria-label="Edit the cell">
        <FieldEditor settings={settings} id={edited.id} name={edited.name} onWhole={onWhole} onEnd={onEnd} />
      </div>
    </Portal>
  );
}
