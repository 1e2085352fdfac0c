import { Alert, Button, Group, Text } from '@mantine/core';
import type { NetworkStanding } from '#shared/protocol/network-calls.ts';
import { useId, useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { Facts } from '../facts/facts.tsx';
import { confirm, sentenceOf, showError, showToast } from '../messages/messages.tsx';
import { closingText, newKeyText, otherPortText, shortKey, usersText } from './network-wording.ts';
import classes from './office-network.module.css';
import { useNetworkTold, useOwnNetwork } from './use-network.ts';

const FAILED = 'That did not work. Try again in a moment.';

type Work = 'open' | 'other' | 'close' | 'key';

interface LetOthersInProps {
  network: NetworkStanding;
  onJoinCode: () => void;
  onQuestion: (stands: boolean) => void;
}

/** Opens this PC to the other PCs of its network, says where they reach it, and closes it again. */
export function LetOthersIn({ network, onJoinCode, onQuestion }: LetOthersInProps): ReactNode {
  const headingId = useId();
  const told = useNetworkTold();
  const { refetch } = useOwnNetwork();
  const [busy, setBusy] = useState<Work | null>(null);

  const work = async (what: Work, go: () => Promise<NetworkStanding | null>, done: string): Promise<void> => {
    // Never disabled: that would take the focus away.
    if (busy !== null) return;
    setBusy(what);
    try {
      told(await go());
      showToast({ title: done });
    } catch (fault) {
      showError(sentenceOf(fault, FAILED));
      void refetch();
    } finally {
      setBusy(null);
    }
  };
  const open = (anotherPort: boolean): void =>
    void work(
      anotherPort ? 'other' : 'open',
      () => bridge.call('network.open', { anotherPort }),
      'Open to the network',
    );
  const agreed = async (title: string, message: string, confirmLabel: string): Promise<boolean> => {
    if (busy !== null) return false;
    onQuestion(true);
    const goes = await confirm({ title, message, confirmLabel, danger: true });
    onQuestion(false);
    return goes;
  };
  const close = async (): Promise<void> => {
    const label = 'Close to the network';
    if (await agreed('Close this PC to the network?', closingText(network), label))
      await work('close', () => bridge.call('network.close', {}), 'Closed to the network');
  };
  const newKey = async (): Promise<void> => {
    const done = 'This PC has a new key. Give the other PCs a new join code.';
    if (await agreed('Make a new key?', newKeyText(network), 'Make a new key'))
      await work('key', () => bridge.call('network.newKey', {}), done);
  };
  const newKeyButton = (
    <Button
      variant="default"
      aria-busy={busy === 'key'}
      loading={busy === 'key'}
      onClick={() => void newKey()}
    >
      Make a new key…
    </Button>
  );

  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h3 id={headingId} className={classes.heading}>
        Let other PCs in
      </h3>
      {!network.open && (
        <>
          {network.trouble !== null && <Trouble text={network.trouble} />}
          <Meaning />
          <Button aria-busy={busy === 'open'} loading={busy === 'open'} onClick={() => open(false)}>
            Open to the network
          </Button>
        </>
      )}
      {network.open && network.trouble !== null && (
        <>
          <Trouble text={network.trouble} />
          <Group gap="sm">
            <Button loading={busy === 'open'} onClick={() => open(false)}>
              Try again
            </Button>
            {network.keyLost ? (
              newKeyButton
            ) : (
              <Button variant="default" loading={busy === 'other'} onClick={() => open(true)}>
                Use another port
              </Button>
            )}
            <Button variant="default" loading={busy === 'close'} onClick={() => void close()}>
              Close to the network
            </Button>
          </Group>
          <Text size="xs" c="dimmed" mt="xs">
            {network.keyLost ? 'With a new key' : 'At another port'}, PCs that have joined need a new join
            code.
          </Text>
        </>
      )}
      {network.open && network.trouble === null && (
        <>
          <Reached network={network} />
          <Group gap="sm">
            <Button onClick={onJoinCode}>Make join code…</Button>
            <Button
              variant="default"
              aria-busy={busy === 'close'}
              loading={busy === 'close'}
              onClick={() => void close()}
            >
              Close to the network
            </Button>
            {newKeyButton}
          </Group>
        </>
      )}
    </section>
  );
}

function Meaning(): ReactNode {
  return (
    <>
      <p className={classes.text}>Only this PC uses its data now. Once it is open to the network:</p>
      <ul className={classes.points}>
        <li>Other PCs on this network that are given a join code work with the data on this PC.</li>
        <li>
          What they send and fetch is encrypted, with a certificate that this PC makes. Without an account
          nobody sees anything.
        </li>
        <li>
          This PC must be on, with the application running. While it is not, the others go on with what they
          have and send it later.
        </li>
        <li>The system&apos;s firewall may ask: allow it for private networks.</li>
      </ul>
    </>
  );
}

function Trouble({ text }: { text: string }): ReactNode {
  return (
    <Alert role="alert" color="yellow" mb="md" title="Not open to the network">
      {text}
    </Alert>
  );
}

function Reached({ network }: { network: NetworkStanding }): ReactNode {
  const { addresses, key, port, otherPort, onNetwork } = network;
  return (
    <>
      <p className={classes.text}>
        Other PCs can join while this PC is on and the application runs. They need a join code.
      </p>
      {!onNetwork && (
        <Alert role="status" color="yellow" mb="md">
          This PC is on no network now. Other PCs reach it once it is.
        </Alert>
      )}
      <Facts>
        <dt>{addresses.length === 1 ? 'Address' : 'Addresses'}</dt>
        <dd className={classes.exact}>
          {addresses.map((address) => (
            <div key={address}>{address}</div>
          ))}
        </dd>
        {key !== null && (
          <>
            <dt>Known by the key</dt>
            <dd className={classes.exact} title={key}>
              {shortKey(key)}
            </dd>
          </>
        )}
        <dt>Other PCs</dt>
        <dd>{usersText(network)}</dd>
      </Facts>
      {otherPort && port !== null && <p className={classes.text}>{otherPortText(port)}</p>}
    </>
  );
}
