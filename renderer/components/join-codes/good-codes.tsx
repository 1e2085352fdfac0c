import { formatDateTime, spokenWithin } from '#shared/format/dates.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import type { JoinCodeInfo } from '#shared/protocol/joining.ts';
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { confirm, showFailure, showToast } from '../messages/messages.tsx';
import { OnlineFailure } from '../sync/online-failure.tsx';
import { useNow } from '../use-now.ts';
import classes from './join-codes.module.css';
import { pcsText } from './join-wording.ts';
import { isFocusLost } from '../keyboard/keep-focus.ts';

/** Who sets PCs up watches them join here. */
const LOOK_MS = 10_000;

export const codesKey: readonly string[] = ['join codes'];

/** The codes that are good yet, looked at again and again. */
export const useGoodCodes = (): UseQueryResult<JoinCodeInfo[]> =>
  useQuery({
    queryKey: codesKey,
    queryFn: () => bridge.call('joinCodes.list', {}),
    staleTime: 0,
    refetchInterval: LOOK_MS,
    gcTime: 0,
  });

/** The codes that are good yet, each with how often it was used, and its end. */
export function GoodCodes({ onDialog }: { onDialog: (open: boolean) => void }): ReactNode {
  const now = useNow(LOOK_MS);
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const hasEnded = useRef(false);
  const query = useGoodCodes();
  const codes = query.data;
  // The button that had the focus goes with its code.
  useEffect(() => {
    if (!codes || !hasEnded.current) return;
    hasEnded.current = false;
    if (isFocusLost()) section.current?.focus();
  }, [codes]);

  const end = async (code: JoinCodeInfo): Promise<void> => {
    onDialog(true);
    const confirmed = await confirm({
      title: 'End this join code?',
      message: 'No other PC joins by it. Those that have joined go on as they are.',
      confirmLabel: 'End now',
      danger: true,
    });
    onDialog(false);
    if (!confirmed) return;
    const go = async (): Promise<void> => {
      try {
        await bridge.call('joinCodes.end', { id: code.id });
        hasEnded.current = true;
        showToast({ title: 'Join code ended' });
      } catch (error) {
        showFailure('Failed to end the join code', error, go);
      }
      void query.refetch();
    };
    await go();
  };

  return (
    <section ref={section} tabIndex={-1} aria-labelledby={headingId} className={classes.section}>
      <h3 id={headingId} className={classes.heading}>
        Codes that are good
      </h3>
      {query.isPending && <Skeleton h={38} role="status" aria-label="Loading the join codes" />}
      {query.isError && (
        <OnlineFailure
          title="Failed to load the join codes"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {codes?.length === 0 && (
        <Text size="sm" c="dimmed">
          None. PCs that have joined need none any more.
        </Text>
      )}
      {codes && codes.length > 0 && (
        <ul className={classes.codes}>
          {codes.map((code) => (
            <li key={code.id} className={classes.line}>
              <span>
                {formatNumber(code.used)} of {pcsText(code.uses)} joined
              </span>
              <span className={classes.times}>
                <span title={formatDateTime(code.endsAt)}>until {spokenWithin(code.endsAt, now)}</span>
                {' · '}
                <span title={formatDateTime(code.madeAt)}>{madeText(code, now)}</span>
              </span>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`End now: the code of ${formatDateTime(code.madeAt)}`}
                onClick={() => void end(code)}
              >
                End now
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const madeText = ({ madeBy, madeAt }: JoinCodeInfo, now: number): string =>
  `made ${spokenWithin(madeAt, now)} ${madeBy === null ? 'on the server' : `by ${madeBy}`}`;
