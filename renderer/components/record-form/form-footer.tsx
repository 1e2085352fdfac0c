import { Button } from '@mantine/core';
import { spokenWithin } from '#shared/format/dates.ts';
import type { ReactNode } from 'react';
import { hotkeys, keyCaps } from '../keyboard/shortcuts.ts';
import { useToday } from '../use-now.ts';
import type { FormMode, RecordFormSettings } from './form-settings.ts';
import classes from './record-form.module.css';
import type { RecordForm } from './use-record-form.ts';

interface FormFooterProps {
  settings: RecordFormSettings;
  mode: FormMode;
  form: RecordForm;
  mayEdit: boolean;
  /** Logs a call with the person in view; null where there is none, or it may not be. */
  onLog: (() => void) | null;
  /** Writes to the person in view; null as above. */
  onMessage: (() => void) | null;
  /** What else can be done about the record in view. */
  action: { label: string; run: () => void } | null;
  onClose: () => void;
  onEdit: () => void;
  onSave: () => void;
}

/** What is left to correct, or since when the record is there, and the ways on. */
export function FormFooter(props: FormFooterProps): ReactNode {
  const { settings, mode, form, mayEdit, onLog, onMessage, action, onClose, onEdit, onSave } = props;
  const { status } = form;
  // Drawn anew on the next day, when "yesterday" is another one.
  useToday();
  const errorCount = Object.keys(form.errors).length;
  return (
    <div className={classes.footer}>
      <span className={classes.footerText} role="status">
        {errorCount > 0 && mode !== 'view' ? (
          <span className={classes.footerError}>
            {errorCount === 1 ? '1 field needs' : `${errorCount} fields need`} your attention
          </span>
        ) : (
          timesText(form.record, form.waiting)
        )}
      </span>
      {onLog && (
        <Button variant="default" onClick={onLog} title={hotkeys.logCall}>
          Log call
        </Button>
      )}
      {onMessage && (
        <Button variant="default" onClick={onMessage} title={hotkeys.message}>
          Message
        </Button>
      )}
      {action && (
        <Button variant="default" onClick={action.run}>
          {action.label}
        </Button>
      )}
      <Button variant="default" onClick={onClose}>
        {mode === 'view' ? 'Close' : 'Cancel'}
      </Button>
      {mode === 'view' && mayEdit && !form.gone && status === 'ready' && (
        <Button onClick={onEdit}>Edit</Button>
      )}
      {mode !== 'view' && (
        <Button
          onClick={onSave}
          loading={form.saving}
          disabled={status !== 'ready' || form.gone || form.blank !== null}
          title={keyCaps(hotkeys.save).join('+')}
        >
          {settings.save[mode]}
        </Button>
      )}
    </div>
  );
}

function timesText(record: Readonly<Record<string, unknown>> | null, waiting: boolean): string {
  if (!record) return '';
  const now = Date.now();
  const added = spokenWithin(textOf(record['createdAt']), now);
  const updated = spokenWithin(textOf(record['updatedAt']), now);
  return [added && `Added ${added}`, updated && `Updated ${updated}`, waiting && 'Waiting to be sent']
    .filter((part) => typeof part === 'string' && part !== '')
    .join('  ·  ');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
