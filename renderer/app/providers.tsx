import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MessagesHost } from '../components/messages/messages-host.tsx';
import { PrintHost } from '../components/print/print-host.tsx';
import { queryClient } from './query-client.ts';
import { cssVariables, theme } from './theme.ts';
import toasts from './toasts.module.css';

/** Everything that the screens find around them: theme, queries and messages. */
export function Providers({ children }: { children: ReactNode }): ReactNode {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        {children}
        {/* Without a fade: for its length there would be two buttons called Undo, and the one that goes is the wrong one. */}
        <Notifications
          position="top-left"
          zIndex={1_100}
          limit={4}
          transitionDuration={0}
          className={toasts.place ?? ''}
        />
        <MessagesHost />
        <PrintHost />
      </QueryClientProvider>
    </MantineProvider>
  );
}
