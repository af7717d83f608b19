import { type accounts, languages } from '@sayback/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { mutationFeedback } from '../api/mutation-feedback.ts';
import { profileQuery } from '../api/session.ts';
import { createAccessToken } from '../api/testing/access-token.ts';
import { type Received, type Reply, startLoopback } from '../api/testing/loopback.ts';
import { storeTokens } from '../api/tokens.ts';
import { parseId } from '../app/id-params.ts';
import { toast, toasts } from '../ui/feedback/toast.ts';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { TestTheme } from './test-theme.tsx';

const LANGUAGES: [string, string][] = [
  ['ar', 'Arabic'],
  ['en', 'English'],
  ['fr', 'French'],
  ['es', 'Spanish'],
];

type Page = {
  /** The route's path, as declared in app/. */
  path: string;
  component: () => ReactNode;
  validateSearch?: (search: Record<string, unknown>) => Record<string, unknown>;
};

/** Turns params named `id` or `…Id` into numbers, like the app's router. */
const parseIds = (raw: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(raw).map(([name, text]) => [name, /id$/i.test(name) ? parseId(text) : text]),
  );

/**
 * Opens a page at a URL, signed in as account 1. The loopback server sends 404 if `respond` returns undefined; `storage` is the
 * content of local storage, and `profile` an already loaded profile. Other URLs render nothing. The page closes with its test.
 */
export async function openPage(
  { path, component, validateSearch }: Page,
  url: string,
  respond: (received: Received) => Reply | undefined | Promise<Reply | undefined>,
  storage: Record<string, string> = {},
  profile?: accounts.Profile,
) {
  localStorage.clear();
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
  // A reply can have arrived after the test's previous page was closed.
  toasts.clear();
  storeTokens({ access: createAccessToken('1'), refresh: 'r' });
  const loopback = await startLoopback(async (received) => {
    if (received.path === languages.listLanguages.path)
      return { status: 200, body: { languages: LANGUAGES } };
    return (await respond(received)) ?? { status: 404, body: { detail: 'Not found.' } };
  });
  const root = createRootRoute({ notFoundComponent: () => null });
  const route = createRoute({
    getParentRoute: () => root,
    path,
    component,
    params: { parse: parseIds },
    ...(validateSearch && { validateSearch }),
  });
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [url] }),
  });
  const client = new QueryClient({
    mutationCache: mutationFeedback(toast),
    defaultOptions: { queries: { retry: false, ...(profile && { staleTime: 60_000 }) } },
  });
  if (profile) client.setQueryData(profileQuery.queryKey, profile);
  render(
    <TestTheme>
      <QueryClientProvider client={client}>
        <Toasts />
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </TestTheme>,
  );
  const close = async () => {
    cleanup();
    await loopback.close();
  };
  onTestFinished(close);
  return {
    user: userEvent.setup(),
    received: loopback.received,
    /** Requests other than GET, except an editor's presence, which a timer sends: method, path and body. */
    changes: () =>
      loopback.received
        .filter(({ method, path: url }) => method !== 'GET' && !url.endsWith('/presence/'))
        .map(({ method, path: url, body }) => ({ method, path: url, body })),
    address: () => router.state.location.href,
    state: () => router.state.location.state,
    close,
  };
}

export type OpenedPage = Awaited<ReturnType<typeof openPage>>;
