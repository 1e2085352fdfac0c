import type { SecondFactorEnrolment } from '#shared/protocol/second-factor.ts';
import { Group, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { QrPicture } from '../qr-picture/qr-picture.tsx';
import { CopyButton } from '../record-links/copy-button.tsx';
import { StepForm, type StepFormProps } from './step-form.tsx';
import { spelled } from './two-step-wording.ts';
import classes from './two-step.module.css';

interface ScanFormProps extends Omit<StepFormProps, 'children' | 'confirm' | 'onSubmit'> {
  enrolment: SecondFactorEnrolment;
  onSubmit: (code: string) => void;
}

/** The QR picture, the secret for typing, and the first code. */
export function ScanForm({ enrolment, onSubmit, ...form }: ScanFormProps): ReactNode {
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const atField = form.refusal?.atField ? form.refusal.sentence : null;
  return (
    <StepForm
      {...form}
      confirm="Turn on"
      onSubmit={() => {
        setMissing(code.trim() === '');
        if (code.trim() !== '') onSubmit(code);
      }}
    >
      <div className={classes.scan}>
        <QrPicture text={enrolment.uri} label="QR picture for your authenticator app" />
        <div className={classes.scanText}>
          <ol className={classes.steps}>
            <li>Open the authenticator app on your phone and scan this picture.</li>
            <li>Enter the six digits that the app shows.</li>
          </ol>
          <div>
            <Text size="xs" c="dimmed">
              Cannot scan? Type this key into the app:
            </Text>
            <Group gap={4} wrap="nowrap">
              <code className={classes.secret}>{spelled(enrolment.secret)}</code>
              <CopyButton text={enrolment.secret} label="Copy the key" />
            </Group>
          </div>
          <TextInput
            ref={field}
            label="Code from the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            aria-required
            classNames={{ input: classes.code ?? '' }}
            value={code}
            error={missing ? 'Code is required' : atField}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              setMissing(false);
            }}
          />
        </div>
      </div>
    </StepForm>
  );
}
