import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { PageLoader } from '../ui/page-loader.tsx';
import { adminOnly, type GuardContext, protectedRoute, publicOnly } from './guards.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { RootLayout } from './root-layout.tsx';
import { ScreenError } from './screen-error.tsx';

const root = createRootRouteWithContext<GuardContext>()({ component: RootLayout });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: publicOnly,
  component: lazyRouteComponent(() => import('../features/accounts/login-screen.tsx'), 'LoginScreen'),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  beforeLoad: publicOnly,
  component: lazyRouteComponent(() => import('../features/accounts/login-screen.tsx'), 'RegisterScreen'),
});

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: lazyRouteComponent(() => import('../features/accounts/logout-screen.tsx'), 'LogoutScreen'),
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: protectedRoute,
  validateSearch: (search: Record<string, unknown>): { q?: string; language?: string } => ({
    ...(typeof search.q === 'string' && search.q !== '' && { q: search.q }),
    ...(typeof search.language === 'string' && search.language !== '' && { language: search.language }),
  }),
  component: lazyRouteComponent(() => import('../features/practice/home/home-screen.tsx'), 'HomeScreen'),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  beforeLoad: protectedRoute,
  component: lazyRouteComponent(() => import('../features/accounts/profile-screen.tsx'), 'ProfileScreen'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  beforeLoad: protectedRoute,
  component: lazyRouteComponent(() => import('../features/accounts/settings-screen.tsx'), 'SettingsScreen'),
});

const practice = createRoute({
  getParentRoute: () => root,
  path: '/video/$videoId',
  beforeLoad: protectedRoute,
  component: lazyRouteComponent(() => import('../features/practice/practice-screen.tsx'), 'PracticeScreen'),
});

const videoManager = createRoute({
  getParentRoute: () => root,
  path: '/video-manager',
  beforeLoad: adminOnly,
  component: lazyRouteComponent(
    () => import('../features/videos/video-manager-screen.tsx'),
    'VideoManagerScreen',
  ),
});

const videoDetail = createRoute({
  getParentRoute: () => root,
  path: '/video-manager/videos/$videoId',
  beforeLoad: adminOnly,
  component: lazyRouteComponent(() => import('./video-detail-page.tsx'), 'VideoDetailPage'),
});

const routeTree = root.addChildren([
  login,
  register,
  logout,
  home,
  profile,
  settings,
  practice,
  videoManager,
  videoDetail,
]);

/** Every address of the web app, who may open it, and the screen that is loaded then. */
export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: ScreenError,
    defaultPendingComponent: PageLoader,
    // A guard that waits for the session shows the loader at once, not after a moment of nothing.
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
