import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';

/** Keeps a fault of one screen to that screen: the menu still works, and nothing that was saved is lost. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Center h="100%" p="xl">
        <Stack align="center" gap="xs" maw={420} ta="center" role="alert">
          <Title order={1}>This screen could not be shown</Title>
          <Text c="dimmed">
            What you have saved is safe. Load the screen again, or open another one from the menu.
          </Text>
          <Button mt="sm" onClick={() => window.location.reload()}>
            Load again
          </Button>
        </Stack>
      </Center>
    );
  }
}
