import { Button, Text } from '@mantine/core';
import type { ServerNearby } from '#shared/protocol/server-choice.ts';
import { useEffect, useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import classes from './sign-in.module.css';

interface ServersNearbyProps {
  disabled: boolean;
  onChoose: (address: string) => void;
}

/** Servers that announce themselves on this network: one is chosen as an address, and has still to show that it is the one. */
export function ServersNearby({ disabled, onChoose }: ServersNearbyProps): ReactNode {
  const [found, setFound] = useState<readonly ServerNearby[]>([]);
  useEffect(() => {
    let looks = true;
    const look = async (): Promise<void> => {
      const servers = await bridge.call('serverChoice.nearby', {}).catch(() => null);
      if (servers === null || !looks) return;
      // One that was heard once stays: an answer on such a network is lost easily.
      if (servers.length > 0) setFound(servers);
      return look();
    };
    void look();
    return () => {
      looks = false;
    };
  }, []);
  if (found.length === 0) return null;
  return (
    <section aria-label="On this network">
      <Text size="sm" fw={500} mb={4}>
        On this network
      </Text>
      <div className={classes.waysIn}>
        {found.map(({ name, address }) => (
          <Button
            key={address}
            variant="default"
            justify="space-between"
            disabled={disabled}
            rightSection={<Text size="xs">{new URL(address).host}</Text>}
            onClick={() => onChoose(address)}
          >
            {name}
          </Button>
        ))}
      </div>
    </section>
  );
}
