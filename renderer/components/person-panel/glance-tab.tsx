import { coupledFields, type RecordFormSettings } from '../record-form/form-settings.ts';
import type { GlanceGiven } from '../record-form/glance.ts';
import { Timeline } from '../activities/timeline.tsx';
import { useMayReadActivities } from '../activities/log-call.ts';
import { personOf } from '../activities/person.ts';
import { Loader } from '@mantine/core';
import { useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { PersonGlance } from './person-glance.tsx';
import classes from './person-panel.module.css';
import { isFocusLost } from '../keyboard/keep-focus.ts';

interface GlanceTabProps extends GlanceGiven {
  settings: RecordFormSettings;
}

/** The first tab of a person's dialog: what stands at the top of the panel, and below it the timeline. */
export function GlanceTab({ settings, form, onWhole, onEditing }: GlanceTabProps): ReactNode {
  const mayRead = useMayReadActivities();
  const person = personOf(form.entity, form.record);
  const coupled = useMemo(() => coupledFields(settings.sections), [settings]);
  const whole = useRef<HTMLDivElement>(null);
  const shown = person?.id;
  // What had the focus went with the person before. At once: a key that comes in between would be lost.
  useLayoutEffect(() => {
    if (shown !== undefined && isFocusLost()) whole.current?.focus();
  }, [shown]);
  // It has the focus as the dialog opens, so that the arrow keys lead on at once.
  return (
    <div
      ref={(node) => {
        whole.current = node;
        // By Tab, so that it can be scrolled by keys.
        node?.setAttribute('tabindex', '0');
      }}
      className={classes.tab}
      role="region"
      aria-label="At a glance"
      data-autofocus
    >
      {person ? (
        <>
          <PersonGlance {...{ settings, form, person, onWhole, onEditing }} />
          {mayRead && (
            <div className={classes.timeline}>
              <Timeline key={person.id} person={person} coupled={coupled} />
            </div>
          )}
        </>
      ) : (
        <Loader size="sm" />
      )}
    </div>
  );
}
