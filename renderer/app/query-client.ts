import { QueryClient } from '@tanstack/react-query';

/**
 * Answers come from the desk, which is here whether or not the network is, so queries run always and are never
 * retried blindly; the desk says by `changed` events when to ask again.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: false,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // By default only what was read of an answer tells of its changes. A part of a screen that is mounted later, as the
      // content of a dialog is, would be handed one that nobody had read, and hear nothing.
      notifyOnChangeProps: 'all',
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
