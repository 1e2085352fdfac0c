import type { ImportState } from '#shared/protocol/import.ts';
import type { ReactNode } from 'react';
import { openSteps, STEP_LABELS, STEPS, type Step } from './import-steps.ts';
import classes from './import.module.css';

interface StepListProps {
  state: ImportState | null;
  shown: Step;
  onGo: (step: Step) => void;
}

/** Where one is; those that can be gone to are buttons. */
export function StepList({ state, shown, onGo }: StepListProps): ReactNode {
  const open = openSteps(state);
  return (
    <nav aria-label="Steps" className={classes.steps}>
      <ol>
        {STEPS.map((step, at) => (
          <li key={step}>
            <button
              type="button"
              className={classes.stepButton}
              aria-current={step === shown ? 'step' : undefined}
              data-done={STEPS.indexOf(shown) > at || undefined}
              disabled={!open.includes(step)}
              onClick={() => onGo(step)}
            >
              <span className={classes.stepNumber} aria-hidden>
                {at + 1}
              </span>
              {STEP_LABELS[step]}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
