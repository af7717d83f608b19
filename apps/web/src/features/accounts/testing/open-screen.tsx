import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Received, Reply } from '../../../api/testing/loopback.ts';
import { LENA } from '../../../api/testing/profiles.ts';
import { openAccountPage } from './account-page.tsx';

type Screen = {
  /** As app/ declares it. */
  path: string;
  component: () => ReactNode;
  validateSearch?: (search: Record<string, unknown>) => Record<string, unknown>;
};

/** Opens a screen at an address, over a server on loopback. Other addresses show nothing. */
export async function openScreen(
  { path, component, validateSearch }: Screen,
  address: string,
  answer: (received: Received) => Reply | Promise<Reply>,
) {
  const root = createRootRoute({ notFoundComponent: () => null });
  const route = createRoute({
    getParentRoute: () => root,
    path,
    component,
    ...(validateSearch && { validateSearch }),
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history,
  });
  const page = await openAccountPage(LENA, <RouterProvider router={router as never} />, answer);
  return { ...page, address: () => router.state.location.href, state: () => router.state.location.state };
}
