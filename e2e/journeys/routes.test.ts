import { ENGLISH_CLIP } from '../support/api.ts';
import { ADMIN, sharedClipId } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';

const VISITORS = ['anonymous', 'learner', 'admin'] as const;
type Visitor = (typeof VISITORS)[number];
type Path = string | ((videoId: number) => string);

const practicePath: Path = (id) => `/video/${id}`;
const detailPath: Path = (id) => `/video-manager/videos/${id}`;

/** The path that each visitor is led to, by requested path. */
const ROUTES: ({ path: Path } & Record<Visitor, Path>)[] = [
  { path: '/login', anonymous: '/login', learner: '/', admin: '/' },
  { path: '/register', anonymous: '/register', learner: '/', admin: '/' },
  { path: '/', anonymous: '/login', learner: '/', admin: '/' },
  { path: '/profile', anonymous: '/login', learner: '/profile', admin: '/profile' },
  { path: '/settings', anonymous: '/login', learner: '/settings', admin: '/settings' },
  { path: practicePath, anonymous: '/login', learner: practicePath, admin: practicePath },
  { path: '/video-manager', anonymous: '/login', learner: '/', admin: '/video-manager' },
  { path: detailPath, anonymous: '/login', learner: '/', admin: detailPath },
  { path: '/logout', anonymous: '/login', learner: '/login', admin: '/login' },
];

/** Headings of the screens by path. Other screens show the video's title. */
const HEADINGS: Record<string, string> = {
  '/login': 'Log In',
  '/register': 'Register',
  '/': 'Available Videos',
  '/profile': 'Profile',
  '/settings': 'Settings',
  '/video-manager': 'Video Manager',
};

const videoId = sharedClipId();

for (const visitor of VISITORS) {
  test(`every path leads the ${visitor} visitor to the expected screen`, async ({ page, signIn }) => {
    const resolvePath = (path: Path) => (typeof path === 'string' ? path : path(videoId));
    if (visitor !== 'anonymous') await signIn(page, visitor === 'admin' ? ADMIN : undefined);

    for (const row of ROUTES) {
      const expectedPath = resolvePath(row[visitor]);
      await page.goto(resolvePath(row.path));
      const heading = HEADINGS[expectedPath] ?? ENGLISH_CLIP.title;
      await expect(page.getByRole('heading', { level: 1 }), resolvePath(row.path)).toHaveText(heading);
      expect(new URL(page.url()).pathname, resolvePath(row.path)).toBe(expectedPath);
    }
  });
}

test('an unknown URL shows ‘404 Not Found’', async ({ page }) => {
  for (const path of ['/nowhere', '/video-manager/nowhere', '/login/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: '404 Not Found' }), path).toBeVisible();
    await expect(page.getByText("The page you're looking for doesn't exist!")).toBeVisible();
  }
});

test('only an administrator sees the Video Manager', async ({ page, openBrowser, signIn }) => {
  await signIn(page);
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link', { name: 'Profile' })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Video Manager' })).toBeHidden();

  const other = await openBrowser();
  await signIn(other, ADMIN);
  await other.goto('/');
  await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Video Manager' }).click();
  await expect(other).toHaveURL(/\/video-manager$/);
});

test('practice has no top bar, even if the video is unknown', async ({ page, signIn }) => {
  await signIn(page);
  await page.goto('/');
  await expect(page.getByRole('banner')).toBeVisible();
  await page.goto('/video/nonsense');
  await expect(page.getByText('Video not found.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
});
