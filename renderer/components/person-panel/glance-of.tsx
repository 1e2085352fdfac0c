import type { RecordFormSettings } from '../record-form/form-settings.ts';
import type { Glance } from '../record-form/glance.ts';
import { GlanceTab } from './glance-tab.tsx';
import classes from './person-panel.module.css';
import { StepButtons } from './step-buttons.tsx';

/** A person at a glance, for the dialog of a window without room for the panel. */
export const glanceOf = (settings: RecordFormSettings, onStep: (by: 1 | -1) => void): Glance => ({
  summary: (given) => <GlanceTab settings={settings} {...given} />,
  steps: (
    <div className={classes.steps}>
      <StepButtons onStep={onStep} />
    </div>
  ),
  onStep,
});
