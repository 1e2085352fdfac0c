import { formatDate } from '#shared/format/dates.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useUser } from '../../stores/session.ts';
import { confirm, sentenceOf, showError, showToast } from '../messages/messages.tsx';
import { useDevicesAgain } from '../my-details/use-devices-again.ts';
import { TwoStepFrame } from './two-step-frame.tsx';
import classes from './two-step.module.css';

/** Whether an employee has two-step sign-in, for a Super Admin, who turns it off where the phone is lost. */
export function TwoStepOfEmployee({ userId, name }: { userId: string; name: string }): ReactNode {
  const own = useUser()._id === userId;
  const devicesAgain = useDevicesAgain();
  const query = useQuery({
    queryKey: ['second-factor', userId],
    queryFn: () => bridge.call('secondFactor.status', { userId }),
    staleTime: 0,
    gcTime: 0,
  });
  const status = query.data;

  const reset = async (): Promise<void> => {
    const confirmed = await confirm({
      title: `Reset two-step sign-in of ${name}?`,
      message: `${name} is signed out everywhere, signs in with the password alone, and can set it up again. Do this only when you are sure who is asking.`,
      confirmLabel: 'Reset',
      danger: true,
    });
    if (!confirmed) return;
    try {
      await bridge.call('secondFactor.reset', { userId });
      showToast({ title: 'Two-step sign-in reset', message: `For the account of ${name}.` });
    } catch (error) {
      showError(`Failed to reset two-step sign-in\n${sentenceOf(error, 'Try again in a moment.')}`);
    }
    void query.refetch();
    devicesAgain(userId);
  };

  return (
    <TwoStepFrame query={query} height={26}>
      {status && (
        <div className={classes.line}>
          <div className={classes.text}>
            {status.since ? `On since ${formatDate(status.since)}.` : 'Off.'}
            {status.required && ' This role needs it.'}
            {own && ' Your own is in My details.'}
          </div>
          {status.on && !own && (
            <Button variant="default" size="compact-sm" onClick={() => void reset()}>
              Reset
            </Button>
          )}
        </div>
      )}
    </TwoStepFrame>
  );
}
