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
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
