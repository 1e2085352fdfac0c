import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OfficeInfo } from '#shared/protocol/joining.ts';
import { SERVER_HERE } from '#shared/protocol/session-calls.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useSession } from '../../stores/session.ts';
import { AskingDialog } from '../asking-dialog/asking-dialog.tsx';
import { GoodCodes } from './good-codes.tsx';
import { MakeCode } from './make-code.tsx';
import { OfficeName } from './office-name.tsx';

/** How other PCs join this office's server: what the office is called, a new code, and those that are good yet. */
export function JoinCodesDialog({
  onClose,
  onNetwork,
}: {
  onClose: () => void;
  /** Where this PC's own server can be opened to others; else null. */
  onNetwork: (() => void) | null;
}): ReactNode {
  const office = useQuery({
    queryKey: ['office'],
    queryFn: () => bridge.call('office.get', {}),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <AskingDialog
      title="Join code"
      size={760}
      onClose={onClose}
      isTypedIn
      asked={office}
      intro={
        <Text size="sm" mb="md">
          A PC that is given a join code finds the office&apos;s server and knows that it is the right one.
          Whoever works there signs in as always.
        </Text>
      }
    >
      {(onDialog) =>
        office.data && (
          <>
            <OfficeName name={office.data.name} />
            {office.data.notReached === null ? (
              <MakeCode />
            ) : (
              <NotReached office={office.data} onNetwork={onNetwork} />
            )}
            <GoodCodes onDialog={onDialog} />
          </>
        )
      }
    </AskingDialog>
  );
}

function NotReached({
  office,
  onNetwork,
}: {
  office: OfficeInfo;
  onNetwork: (() => void) | null;
}): ReactNode {
  const here = useSession(({ server }) => server === SERVER_HERE);
  return (
    <Alert
      mt="md"
      color="gray"
      title={here ? "Other PCs cannot reach this PC's server yet" : 'No PC could join yet'}
    >
      {here
        ? `It answers to this computer alone. ${onNetwork ? 'It can be opened to them. ' : ''}If the office has a server of its own, make the join code there, or while signed in to it.`
        : office.notReached}
      {here && onNetwork && (
        <Group mt="sm">
          <Button variant="default" onClick={onNetwork}>
            Let other PCs in…
          </Button>
        </Group>
      )}
    </Alert>
  );
}
