import { videos } from '@sayback/contract';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter } from '@tanstack/react-router';
import { readInternalPath } from '../api/internal-path.ts';
import { pageParam, stringParam } from '../api/search-params.ts';
import { readLoginSearch } from '../features/accounts/login/login-message.ts';
import { LoginScreen } from '../features/accounts/login/login-screen.tsx';
import { readActivitySearch, readUsersSearch } from '../features/accounts/users/users-search.ts';
import { readCandidatesSearch } from '../features/candidates/candidates-search.ts';
import { readVideoManagerSearch } from '../features/videos/manager/video-manager-search.ts';
import { loadSecondFactorWording, loadTodayWording } from '../locales/i18n.ts';
import { PageLoader } from '../ui/feedback/page-loader.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import {
  type GuardContext,
  requireAdmin,
  requireAdminWithMessage,
  requireSignedIn,
  requireSignedOut,
} from './guards.ts';
import { idParams, parseId } from './id-params.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { RootLayout } from './root-layout.tsx';
import { ScreenError } from './screen-error.tsx';

type RegisterSearch = { invitation?: string | undefined; next?: string | undefined };
type HomeSearch = Partial<Record<'q' | 'language', string | undefined>> & {
  sort?: videos.VideoSort | undefined;
};

const root = createRootRouteWithContext<GuardContext>()({ component: RootLayout });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readLoginSearch,
  beforeLoad: requireSignedOut,
  // Not lazy: it is everyone's first screen, and shares most components with the others.
  component: LoginScreen,
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: (search: Record<string, unknown>): RegisterSearch => ({
    invitation: stringParam(search.invitation),
    next: readInternalPath(search.next),
  }),
  beforeLoad: requireSignedOut,
  component: lazyPart(() => import('../features/accounts/login/register-screen.tsx'), 'RegisterScreen'),
});

const loginCallback = createRoute({
  getParentRoute: () => root,
  path: '/login/callback',
  component: lazyPart(
    () => import('../features/accounts/login/login-callback-screen.tsx'),
    'LoginCallbackScreen',
  ),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/password-reset',
  component: lazyPart(
    () => import('../features/accounts/passwords/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyPart(
    () => import('../features/accounts/passwords/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
});

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  component: lazyPart(
    () => import('../features/accounts/verification/verify-email-screen.tsx'),
    'VerifyEmailScreen',
  ),
});

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: lazyPart(() => import('./logout-page.tsx'), 'LogoutPage'),
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: requireSignedIn,
  validateSearch: (search: Record<string, unknown>): HomeSearch => ({
    q: stringParam(search.q),
    language: stringParam(search.language),
    sort: videos.VIDEO_SORTS.find((sort) => sort === search.sort),
  }),
  component: lazyPart(() => import('./home-page.tsx'), 'HomePage'),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  beforeLoad: requireSignedIn,
  component: lazyPart(() => import('../features/accounts/profile/profile-screen.tsx'), 'ProfileScreen'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  beforeLoad: requireSignedIn,
  component: lazyPart(() => import('../features/accounts/settings/settings-screen.tsx'), 'SettingsScreen'),
});

const secondStep = createRoute({
  getParentRoute: () => root,
  path: '/second-step',
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    next: readInternalPath(search.next),
  }),
  beforeLoad: async (input) => {
    await requireSignedIn(input);
    await loadSecondFactorWording();
  },
  component: lazyPart(
    () => import('../features/accounts/second-factor/second-step-screen.tsx'),
    'SecondStepScreen',
  ),
});

const practice = createRoute({
  getParentRoute: () => root,
  path: '/video/$videoId',
  params: idParams('videoId'),
  beforeLoad: requireSignedIn,
  component: lazyPart(() => import('../features/practice/practice-screen.tsx'), 'PracticeScreen'),
});

const requireSignedInForToday = async (input: Parameters<typeof requireSignedIn>[0]) => {
  await Promise.all([requireSignedIn(input), loadTodayWording()]);
};

const today = createRoute({
  getParentRoute: () => root,
  path: '/today',
  beforeLoad: requireSignedInForToday,
  component: lazyPart(() => import('../features/practice/today/today-screen.tsx'), 'TodayScreen'),
});

const progress = createRoute({
  getParentRoute: () => root,
  path: '/progress',
  beforeLoad: requireSignedInForToday,
  component: lazyPart(() => import('../features/practice/figures/progress-screen.tsx'), 'ProgressScreen'),
});

const videoManager = createRoute({
  getParentRoute: () => root,
  path: '/video-manager',
  validateSearch: readVideoManagerSearch,
  beforeLoad: requireAdmin,
  component: lazyPart(
    () => import('../features/videos/manager/video-manager-screen.tsx'),
    'VideoManagerScreen',
  ),
});

const videoDetail = createRoute({
  getParentRoute: () => root,
  path: '/video-manager/videos/$videoId',
  params: idParams('videoId'),
  beforeLoad: requireAdmin,
  component: lazyPart(() => import('./video-detail-page.tsx'), 'VideoDetailPage'),
});

const storedFiles = createRoute({
  getParentRoute: () => root,
  path: '/subtitles/list/$subtitleId',
  params: idParams('subtitleId'),
  beforeLoad: requireAdmin,
  component: lazyPart(
    () => import('../features/subtitles/files/stored-files-screen.tsx'),
    'StoredFilesScreen',
  ),
});

const revisions = createRoute({
  getParentRoute: () => root,
  path: '/revisions/$subtitleId',
  params: idParams('subtitleId'),
  beforeLoad: requireAdmin,
  component: lazyPart(
    () => import('../features/subtitles/revisions/revisions-screen.tsx'),
    'RevisionsScreen',
  ),
});

const cuts = createRoute({
  getParentRoute: () => root,
  path: '/cuts/$subtitleId',
  params: idParams('subtitleId'),
  beforeLoad: requireAdmin,
  component: lazyPart(() => import('../features/subtitles/cuts/cuts-screen.tsx'), 'CutsScreen'),
});

const EditorScreen = lazyPart(() => import('../features/subtitles/editor/editor-screen.tsx'), 'EditorScreen');

const subtitleEditor = createRoute({
  getParentRoute: () => root,
  path: '/subtitles/$alignmentId/edit',
  params: idParams('alignmentId'),
  validateSearch: (
    search: Record<string, unknown>,
  ): { page?: number | undefined; filter?: string | undefined } => ({
    page: pageParam(search.page),
    filter: stringParam(search.filter),
  }),
  beforeLoad: (input) => {
    // Large, so load it while the guard requests the session.
    void EditorScreen.preload();
    return requireAdmin(input);
  },
  component: EditorScreen,
});

const regexEditor = createRoute({
  getParentRoute: () => root,
  path: '/subtitles/$revisionId/regex-edit',
  params: idParams('revisionId'),
  beforeLoad: requireAdmin,
  component: lazyPart(() => import('../features/subtitles/regex/regex-screen.tsx'), 'RegexScreen'),
});

const subtitleSync = createRoute({
  getParentRoute: () => root,
  path: '/subtitles/sync/$candidateId/$language',
  params: {
    parse: ({ candidateId, language }) => ({ candidateId: parseId(candidateId), language }),
    stringify: ({ candidateId, language }) => ({ candidateId: String(candidateId), language }),
  },
  beforeLoad: requireAdminWithMessage,
  component: lazyPart(() => import('../features/candidates/sync/sync-screen.tsx'), 'SyncScreen'),
});

const candidates = createRoute({
  getParentRoute: () => root,
  path: '/youtube-candidates',
  validateSearch: readCandidatesSearch,
  beforeLoad: requireAdmin,
  component: lazyPart(() => import('../features/candidates/candidates-screen.tsx'), 'CandidatesScreen'),
});

const candidate = createRoute({
  getParentRoute: () => root,
  path: '/youtube-candidates/$id',
  params: idParams('id'),
  beforeLoad: requireAdmin,
  component: lazyPart(() => import('../features/candidates/details/candidate-screen.tsx'), 'CandidateScreen'),
});

const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  validateSearch: readUsersSearch,
  beforeLoad: requireAdmin,
  component: lazyPart(() => import('../features/accounts/users/users-screen.tsx'), 'UsersScreen'),
});

const invitations = createRoute({
  getParentRoute: () => root,
  path: '/users/invitations',
  beforeLoad: requireAdmin,
  component: lazyPart(() => import('../features/accounts/users/invitations-screen.tsx'), 'InvitationsScreen'),
});

const activity = createRoute({
  getParentRoute: () => root,
  path: '/users/activity',
  validateSearch: readActivitySearch,
  beforeLoad: requireAdmin,
  component: lazyPart(() => import('../features/accounts/users/activity-screen.tsx'), 'ActivityScreen'),
});

const routeTree = root.addChildren([
  login,
  register,
  loginCallback,
  forgotPassword,
  resetPassword,
  verifyEmail,
  logout,
  home,
  profile,
  settings,
  secondStep,
  practice,
  today,
  progress,
  videoManager,
  videoDetail,
  storedFiles,
  revisions,
  cuts,
  subtitleEditor,
  regexEditor,
  candidates,
  candidate,
  subtitleSync,
  users,
  invitations,
  activity,
]);

export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: ScreenError,
    defaultPendingComponent: PageLoader,
    // Shows the loader immediately while a guard waits for the session.
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
