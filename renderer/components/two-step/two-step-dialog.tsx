import { PlainError } from '#shared/protocol/errors.ts';
import type { SecondFactorEnrolment } from '#shared/protocol/second-factor.ts';
import { Modal } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { sentenceOf, showToast } from '../messages/messages.tsx';
import { useLateOpening } from '../use-late-opening.ts';
import type { Refusal } from './entry-refusal.ts';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ScanForm } from './scan-form.tsx';
import { TASK_WORDS, type TwoStepTask } from './two-step-wording.ts';

type Step =
  | { name: 'proof' }
  | { name: 'scan'; enrolment: SecondFactorEnrolment }
  | { name: 'codes'; codes: string[] };

interface TwoStepDialogProps {
  task: TwoStepTask;
  onClose: () => void;
}

/**
 * Sets two-step sign-in up, turns it off or makes new recovery codes. It may lie over a dialog, which leaves Escape to
 * this one meanwhile.
 */
export function TwoStepDialog({ task, onClose }: TwoStepDialogProps): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const [step, setStep] = useState<Step>({ name: 'proof' });
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const close = (): void => {
    // Codes that nobody has kept yet are not lost by a key.
    if (!busy && step.name !== 'codes') setOpened(false);
  };
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing && opened) close();
  });

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    try {
      await work();
    } catch (error) {
      setRefusal({
        atField: error instanceof PlainError && error.fields !== undefined,
        sentence: sentenceOf(error, 'Something went wrong.'),
      });
    } finally {
      setBusy(false);
    }
  };

  const prove = (proof: string): Promise<void> =>
    attempt(async () => {
      if (task === 'set-up') {
        setStep({ name: 'scan', enrolment: await bridge.call('secondFactor.begin', { proof }) });
      } else if (task === 'new-codes') {
        const { recoveryCodes } = await bridge.call('secondFactor.newRecoveryCodes', { proof });
        setStep({ name: 'codes', codes: recoveryCodes });
      } else {
        await bridge.call('secondFactor.turnOff', { proof });
        showToast({ title: 'Two-step sign-in is off' });
        setOpened(false);
      }
    });

  const confirm = (code: string): Promise<void> =>
    attempt(async () => {
      const { recoveryCodes } = await bridge.call('secondFactor.confirm', { code });
      showToast({ title: 'Two-step sign-in is on' });
      setStep({ name: 'codes', codes: recoveryCodes });
    });

  const words = TASK_WORDS[task];
  const form = { busy, refusal, failed: words.failed, onCancel: close };
  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={onClose}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={step.name !== 'codes'}
      centered
      size={step.name === 'proof' ? 'sm' : 560}
      zIndex={300}
      title={step.name === 'codes' ? 'Recovery codes' : words.title}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Ctrl+S would save the form below.
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey) event.stopPropagation();
      }}
    >
      {step.name === 'proof' && <ProofForm {...form} task={task} onSubmit={(proof) => void prove(proof)} />}
      {step.name === 'scan' && (
        <ScanForm {...form} enrolment={step.enrolment} onSubmit={(code) => void confirm(code)} />
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={() => setOpened(false)} />}
    </Modal>
  );
}
