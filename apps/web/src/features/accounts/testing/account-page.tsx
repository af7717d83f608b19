import { MantineProvider } from '@mantine/core';
import { type accounts, languages } from '@sayback/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { mutationFeedback } from '../../../api/mutation-feedback.ts';
import { profileQuery } from '../../../api/session.ts';
import { createAccessToken } from '../../../api/testing/access-token.ts';
import { type Received, type Reply, startLoopback } from '../../../api/testing/loopback.ts';
import { storeTokens } from '../../../api/tokens.ts';
import { toast, toasts } from '../../../ui/feedback/toast.ts';
import { Toasts } from '../../../ui/feedback/toasts.tsx';

const LANGUAGES: [string, string][] = [
  ['ak', 'Akan'],
  ['tw', 'Akan'],
  ['en', 'English'],
  ['fr', 'French'],
  ['de', 'German'],
  ['es', 'Spanish'],
];

/** Renders content for a signed-in user, without a router. The page closes with its test. */
export async function openAccountPage(
  profile: accounts.Profile,
  content: ReactNode,
  respond: (received: Received) => Reply | Promise<Reply>,
) {
  localStorage.clear();
  // A reply can have arrived after the test's previous page was closed.
  toasts.clear();
  storeTokens({ access: createAccessToken('1'), refresh: 'r' });
  const loopback = await startLoopback((received) =>
    received.path === languages.listLanguages.path
      ? { status: 200, body: { languages: LANGUAGES } }
      : respond(received),
  );
  const client = new QueryClient({
    mutationCache: mutationFeedback(toast),
    defaultOptions: { queries: { retry: false, staleTime: 60_000 } },
  });
  client.setQueryData(profileQuery.queryKey, profile);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <Toasts />
        {content}
      </QueryClientProvider>
    </MantineProvider>,
  );
  const close = async () => {
    cleanup();
    await loopback.close();
  };
  onTestFinished(close);
  return {
    user: userEvent.setup(),
    changes: () => loopback.received.filter(({ method }) => method !== 'GET'),
    isFetching: () => client.isFetching() > 0,
    profile: () => client.getQueryData(profileQuery.queryKey),
    close,
  };
}
