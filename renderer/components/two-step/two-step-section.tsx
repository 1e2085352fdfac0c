import { formatDate } from '#shared/format/dates.ts';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useUser } from '../../stores/session.ts';
import { useDevicesAgain } from '../my-details/use-devices-again.ts';
import { TwoStepDialog } from './two-step-dialog.tsx';
import { TwoStepFrame } from './two-step-frame.tsx';
import { codesLeftText, type TwoStepTask } from './two-step-wording.ts';
import classes from './two-step.module.css';

/** One's own two-step sign-in, in My details, which hears whether a dialog lies over it. */
export function TwoStepSection({ onDialog }: { onDialog: (open: boolean) => void }): ReactNode {
  const { _id } = useUser();
  const devicesAgain = useDevicesAgain();
  const [task, setTask] = useState<TwoStepTask | null>(null);
  const query = useQuery({
    queryKey: ['second-factor', _id],
    queryFn: () => bridge.call('secondFactor.status', {}),
    staleTime: 0,
    gcTime: 0,
  });
  const status = query.data;
  const choose = (chosen: TwoStepTask | null): void => {
    setTask(chosen);
    onDialog(chosen !== null);
  };
  const button = (label: string, its: TwoStepTask): ReactNode => (
    <Button variant="default" size="compact-sm" onClick={() => choose(its)}>
      {label}
    </Button>
  );
  return (
    <TwoStepFrame query={query} height={38}>
      {status && (
        <div className={classes.line}>
          <div className={classes.text}>
            {status.on ? (
              <>
                <strong>On</strong>
                {status.since && ` since ${formatDate(status.since)}`}.{' '}
                {codesLeftText(status.recoveryCodesLeft)}
              </>
            ) : (
              <>
                <strong>Off.</strong>{' '}
                {status.required
                  ? 'Your role needs it: set it up to go on.'
                  : 'With it a code from your phone goes with your password, so a stolen password opens nothing.'}
              </>
            )}
            {status.on && status.required && (
              <Text size="xs" c="dimmed" mt={2}>
                Your role needs it, so it stays on.
              </Text>
            )}
          </div>
          <Group gap="xs" wrap="nowrap">
            {status.on && button('New recovery codes', 'new-codes')}
            {status.on && button('Use another phone', 'set-up')}
            {status.on && !status.required && button('Turn off', 'turn-off')}
            {!status.on && button('Set up', 'set-up')}
          </Group>
        </div>
      )}
      {task !== null && (
        <TwoStepDialog
          task={task}
          onClose={() => {
            choose(null);
            void query.refetch();
            devicesAgain(_id);
          }}
        />
      )}
    </TwoStepFrame>
  );
}
