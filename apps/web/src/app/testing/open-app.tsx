import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutationFeedback } from '../../api/mutation-feedback.ts';
import { type Received, type Reply, startLoopback } from '../../api/testing/loopback.ts';
import { TestTheme } from '../../testing/test-theme.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { createAppRouter } from '../router.tsx';
import { watchSession } from '../watch-session.ts';

/** Opens the whole app at a URL, with a server on loopback. */
export async function openApp(url: string, respond: (received: Received) => Reply | Promise<Reply>) {
  const loopback = await startLoopback(respond);
  window.history.replaceState({}, '', url);
  const client = new QueryClient({
    mutationCache: mutationFeedback(toast),
    defaultOptions: { queries: { retry: false } },
  });
  const router = createAppRouter(client);
  watchSession(client, router);
  render(
    <TestTheme>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </TestTheme>,
  );
  return {
    client,
    user: userEvent.setup(),
    received: loopback.received,
    address: () => router.state.location.href,
    go: (href: string) => router.navigate({ href }),
    close: async () => {
      cleanup();
      await loopback.close();
    },
  };
}
