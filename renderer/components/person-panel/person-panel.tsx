import { Alert, Button, CloseButton, Loader } from '@mantine/core';
import { useCallback, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { logCall, useMayLog } from '../activities/log-call.ts';
import { personOf } from '../activities/person.ts';
import { hotkeys } from '../keyboard/shortcuts.ts';
import { isPlainKey, isTextField } from '../keyboard/plain-key.ts';
import { showRecord } from '../known-contact/shown-record.ts';
import { sentenceOf } from '../messages/messages.tsx';
import { messagePerson, useMayMessage } from '../messaging/asked-message.ts';
import { FormSections } from '../record-form/form-sections.tsx';
import { coupledFields, type RecordFormSettings } from '../record-form/form-settings.ts';
import { useErased } from '../persons/use-erased.ts';
import { CopyLink } from '../record-links/copy-link.tsx';
import { TitlePicture } from '../record-form/title-picture.tsx';
import { useLed } from '../record-form/use-led.ts';
import { useRecordForm } from '../record-form/use-record-form.ts';
import { useHasTabs, ViewTabs } from '../record-history/view-tabs.tsx';
import classes from './person-panel.module.css';
import { PersonGlance } from './person-glance.tsx';
import { StepButtons } from './step-buttons.tsx';

interface PersonPanelProps {
  settings: RecordFormSettings;
  id: string;
  /** To the next (1) or the former (-1) row of the list. */
  onStep: (by: 1 | -1) => void;
  /** Opens the dialog with all fields. */
  onWhole: (mode: 'view' | 'edit') => void;
  onClose: () => void;
}

/** A candidate or an inquiry beside the list: what one wants to know at a glance, and what is edited most in place. */
export function PersonPanel({ settings, id, onStep, onWhole, onClose }: PersonPanelProps): ReactNode {
  const form = useRecordForm(settings, 'view', id);
  // The row that is chosen in the list stays: nobody is led away from it unasked.
  const { away, follow } = useLed(settings.entity, id);
  const asking = follow(form.gone, true);
  const tabs = useHasTabs(settings.entity);
  const { entity, record, status } = form;
  // What somebody is writing stays, also where the person is deleted meanwhile.
  const [written, setWritten] = useState(0);
  const onEditing = useCallback((by: 1 | -1) => setWritten((now) => now + by), []);
  const person = personOf(entity, form.gone && written === 0 ? null : record);
  useErased(settings.entity, id, onClose);
  const mayLog = useMayLog();
  const mayMessage = useMayMessage();
  const sections = useMemo(
    () =>
      (settings.viewSections ?? settings.sections).map((section, index) => ({
        section,
        id: `panel-section-${index}`,
      })),
    [settings],
  );
  const coupled = useMemo(() => coupledFields(settings.sections), [settings]);
  const title = typeof record?.[entity.title] === 'string' ? String(record[entity.title]) : '';
  const action = record && !form.gone ? (settings.viewAction?.(record) ?? null) : null;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.defaultPrevented || isTextField(event.target)) return;
    const isTab = event.target instanceof HTMLElement && event.target.getAttribute('role') === 'tab';
    if (event.key === 'Escape') onClose();
    else if (event.key === 'ArrowDown' && !isTab) onStep(1);
    else if (event.key === 'ArrowUp' && !isTab) onStep(-1);
    else if (isPlainKey(event, hotkeys.whole)) onWhole('view');
    else if (person && mayLog && isPlainKey(event, hotkeys.logCall)) logCall(person);
    else if (person && mayMessage && isPlainKey(event, hotkeys.message)) messagePerson(person);
    else return;
    event.preventDefault();
  };

  return (
    <aside className={classes.panel} aria-label={`${entity.label} ${title}`.trim()}>
      <div role="presentation" className={classes.frame} onKeyDown={onKeyDown}>
        <header role="presentation" className={classes.header}>
          <h2 className={classes.title}>
            <TitlePicture form={form} />
            {title || entity.label}
          </h2>
          <CopyLink entity={settings.entity} id={id} />
          <StepButtons onStep={onStep} />
          <CloseButton aria-label="Close the panel" title="Close the panel (Esc)" onClick={onClose} />
        </header>
        {status === 'loading' && (
          <div role="status" className={classes.loading}>
            <Loader size="sm" /> Loading...
          </div>
        )}
        {status === 'failed' && (
          <Alert color="red" role="alert" m="sm">
            {sentenceOf(form.failure, 'It could not be read.')}{' '}
            <Button size="compact-sm" variant="default" onClick={form.load}>
              Retry
            </Button>
          </Alert>
        )}
        {form.gone && !asking && (
          <Alert color="yellow" role="status" m="sm">
            {away
              ? `${away.name || 'It'} was merged into ${away.stays}. `
              : 'It was deleted, or is no longer yours to see.'}
            {away && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => showRecord({ entity: settings.entity, id: away.id })}
              >
                Open {away.stays}
              </Button>
            )}
          </Alert>
        )}
        {status === 'ready' && record && person && (
          <div ref={reachable} className={classes.body} role="region" aria-label="At a glance">
            <PersonGlance {...{ settings, form, person, onEditing }} onWhole={() => onWhole('edit')} />
            <div className={classes.actions}>
              {mayLog && (
                <Button
                  size="compact-md"
                  variant="default"
                  title={hotkeys.logCall}
                  onClick={() => logCall(person)}
                >
                  Log call
                </Button>
              )}
              {mayMessage && (
                <Button
                  size="compact-md"
                  variant="default"
                  title={hotkeys.message}
                  onClick={() => messagePerson(person)}
                >
                  Message
                </Button>
              )}
              {action && (
                <Button size="compact-md" variant="default" onClick={action.run}>
                  {action.label}
                </Button>
              )}
              <Button
                size="compact-md"
                variant="default"
                title={hotkeys.whole}
                onClick={() => onWhole('view')}
              >
                All fields
              </Button>
            </div>
            {tabs.history || tabs.documents ? (
              <ViewTabs
                entity={settings.entity}
                id={id}
                coupled={coupled}
                record={record}
                startsWith="timeline"
                history={tabs.history}
              >
                <FormSections sections={sections} mode="view" form={form} titled={sections.length > 1} />
              </ViewTabs>
            ) : (
              <FormSections sections={sections} mode="view" form={form} titled={sections.length > 1} />
            )}
          </div>
        )}
      </div>
    </aside>
  );
}

/** By Tab, so that it can be scrolled by keys. */
const reachable = (node: HTMLElement | null): void => node?.setAttribute('tabindex', '0');
