import type { ReactNode } from 'react';
import { CellEditor } from './cell-editor.tsx';
import { PersonPanel } from './person-panel.tsx';
import classes from './person-panel.module.css';
import type { PersonPanelState } from './use-person-panel.ts';

interface WithPersonPanelProps {
  beside: PersonPanelState;
  /** Opens the dialog with all fields. */
  onWhole: (mode: 'view' | 'edit', id: string) => void;
  /** The list. */
  children: ReactNode;
}

/** A list with the person beside it, and with the cell that is edited. */
export function WithPersonPanel({ beside, onWhole, children }: WithPersonPanelProps): ReactNode {
  const { settings, id, edited, grid } = beside;
  return (
    <div className={classes.beside}>
      <div className={classes.list}>{children}</div>
      {settings && id !== null && (
        <PersonPanel
          settings={settings}
          id={id}
          onStep={(by) => grid.current?.step(id, by)}
          onWhole={(mode) => onWhole(mode, id)}
          onClose={beside.close}
        />
      )}
      {settings && edited && (
        <CellEditor
          key={`${edited.id} ${edited.name}`}
          settings={settings}
          edited={edited}
          onWhole={() => onWhole('edit', edited.id)}
          onEnd={beside.endEdit}
        />
      )}
    </div>
  );
}
