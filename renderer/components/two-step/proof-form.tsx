import { PasswordInput, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { passwordToggle } from '../people/password-toggle.tsx';
import { StepForm, type StepFormProps } from './step-form.tsx';
import { TASK_WORDS, type TwoStepTask } from './two-step-wording.ts';

const toggle = passwordToggle('password');

interface ProofFormProps extends Omit<StepFormProps, 'children' | 'confirm' | 'onSubmit'> {
  task: TwoStepTask;
  onSubmit: (proof: string) => void;
}

/** Asks for the password, or where it is on already for a code as well. */
export function ProofForm({ task, onSubmit, ...form }: ProofFormProps): ReactNode {
  const [proof, setProof] = useState('');
  const [missing, setMissing] = useState(false);
  const words = TASK_WORDS[task];
  const label = task === 'set-up' ? 'Password' : 'Password or code';
  const atField = form.refusal?.atField ? form.refusal.sentence : null;
  return (
    <StepForm
      {...form}
      confirm={words.confirm}
      onSubmit={() => {
        setMissing(proof === '');
        if (proof !== '') onSubmit(proof);
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{words.ask}</Text>
        <PasswordInput
          label={label}
          autoComplete="current-password"
          data-autofocus
          maxLength={200}
          aria-required
          value={proof}
          error={missing ? `${label} is required` : atField}
          {...toggle}
          onChange={(event) => {
            setProof(event.currentTarget.value);
            setMissing(false);
          }}
        />
      </Stack>
    </StepForm>
  );
}
