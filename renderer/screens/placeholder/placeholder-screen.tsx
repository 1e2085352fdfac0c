import { Anchor, Center, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconTools } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** Stands for a screen of the route table that this version does not have yet. */
export function PlaceholderScreen({ name }: { name: string }): ReactNode {
  return (
    <Center mih="100%" p="xl">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <ThemeIcon variant="light" size={52} radius="xl" mb="xs">
          <IconTools size={26} stroke={1.5} aria-hidden />
        </ThemeIcon>
        <Title order={1}>{name}</Title>
        <Text c="dimmed">
          This screen is still to come in this version. Its records are safe on the server and will be here
          when it is.
        </Text>
        <Anchor component={Link} to="/dashboard" mt="xs" underline="always">
          Go to the dashboard
        </Anchor>
      </Stack>
    </Center>
  );
}
