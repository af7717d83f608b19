import { ENGLISH_CLIP } from '../support/api.ts';
import { ADMIN, sharedClip } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';

const VISITORS = ['anonymous', 'learner', 'admin'] as const;
type Visitor = (typeof VISITORS)[number];
type Address = string | ((videoId: number) => string);

const practice: Address = (id) => `/video/${id}`;
const detail: Address = (id) => `/video-manager/videos/${id}`;

/** The route table: where each visitor to a URL ends up. */
const ROUTES: ({ address: Address } & Record<Visitor, Address>)[] = [
  { address: '/login', anonymous: '/login', learner: '/', admin: '/' },
  { address: '/register', anonymous: '/register', learner: '/', admin: '/' },
  { address: '/', anonymous: '/login', learner: '/', admin: '/' },
  { address: '/profile', anonymous: '/login', learner: '/profile', admin: '/profile' },
  { address: '/settings', anonymous: '/login', learner: '/settings', admin: '/settings' },
  { address: practice, anonymous: '/login', learner: practice, admin: practice },
  { address: '/video-manager', anonymous: '/login', learner: '/', admin: '/video-manager' },
  { address: detail, anonymous: '/login', learner: '/', admin: detail },
  { address: '/logout', anonymous: '/login', learner: '/login', admin: '/login' },
];

/** Headings of the screens by URL; the others have the video's title. */
const HEADINGS: Record<string, string> = {
  '/login': 'Log In',
  '/register': 'Register',
  '/': 'Available Videos',
  '/profile': 'Profile',
  '/settings': 'Settings',
  '/video-manager': 'Video Manager',
};

const videoId = sharedClip();

for (const visitor of VISITORS) {
  test(`every URL leads the ${visitor} visitor where the route table says`, async ({ page, signIn }) => {
    const at = (address: Address) => (typeof address === 'string' ? address : address(videoId));
    if (visitor !== 'anonymous') await signIn(page, visitor === 'admin' ? ADMIN : undefined);

    for (const row of ROUTES) {
      const end = at(row[visitor]);
      await page.goto(at(row.address));
      const heading = HEADINGS[end] ?? ENGLISH_CLIP.title;
      await expect(page.getByRole('heading', { level: 1 }), at(row.address)).toHaveText(heading);
      expect(new URL(page.url()).pathname, at(row.address)).toBe(end);
    }
  });
}

test('an unknown URL shows a page that says so', async ({ page }) => {
  for (const address of ['/nowhere', '/video-manager/nowhere', '/login/nowhere']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: '404 Not Found' }), address).toBeVisible();
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

test('practice has no top bar, whatever the video', async ({ page, signIn }) => {
  await signIn(page);
  await page.goto('/');
  await expect(page.getByRole('banner')).toBeVisible();
  await page.goto('/video/nonsense');
  await expect(page.getByText('Video not found.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
});
