import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { loadedLater } from '../../components/loaded-later.tsx';
import { useUser } from '../../stores/session.ts';
import classes from './dashboard.module.css';

const MyDetails = loadedLater(
  async () => (await import('../../components/my-details/my-details.tsx')).MyDetails,
);

/** What a student sees (section 2.4). */
export function StudentWelcome(): ReactNode {
  const { name } = useUser();
  const [opened, details] = useDisclosure(false);
  return (
    <section className={classes.card}>
      <Text size="xl" fw={600}>
        Welcome, {name}
      </Text>
      <Text c="dimmed" mt={4}>
        You can view your own details from your profile.
      </Text>
      <Button mt="md" onClick={details.open}>
        View my details
      </Button>
      {opened && <MyDetails onClose={details.close} />}
    </section>
  );
}
