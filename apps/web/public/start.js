// Runs before the first paint and before the app has come. The content security policy forbids inline scripts.

// So that a dark page never flashes white.
(() => {
  const chosen = localStorage.getItem('color_scheme');
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();

// Asks for what a practice page begins with while its code is on its way, which takes a slow line a second. The app's own
// calls take these answers (src/api/first-answers.ts). With a token that must be renewed first they wait for the app.
(() => {
  const id = /^\/video\/([1-9]\d*)\/?$/.exec(location.pathname)?.[1];
  const token = localStorage.getItem('access_token');
  if (!id || !token || isExpired(token)) return;
  const ask = (path) => fetch(path, { headers: { authorization: `Bearer ${token}` } }).catch(() => null);
  const video = `/api/videos/${id}/`;
  // The video first, for its picture: the others wait while the connections are taken.
  const paths = [video, `${video}subtitles/`, '/api/accounts/profile/', '/api/accounts/preferences/'];
  const answers = new Map(paths.map((path) => [path, ask(path)]));
  window.prefetched = { token, answers };
  answers.get(video).then(async (answer) => {
    if (answer?.ok) showPicture(await answer.clone().json());
  });

  // Where the app will show it ahead (media/media-picture.tsx, ui/global.css), unless the app has drawn something by now.
  function showPicture({ youtube_id, media_type, thumbnail_url }) {
    const root = document.getElementById('root');
    const hasPicture = youtube_id === null && !media_type?.startsWith('audio/') && thumbnail_url;
    if (!hasPicture || !root || root.hasChildNodes()) return;
    const picture = new Image();
    picture.id = 'first-picture';
    picture.alt = '';
    picture.fetchPriority = 'high';
    picture.src = thumbnail_url;
    root.after(picture);
  }

  // As in src/api/tokens.ts: a token that can't be read counts as expired.
  function isExpired(kept) {
    try {
      const claims = kept.split('.')[1].replace(/-/g, '+').replace(/_/g, '/');
      return !(JSON.parse(atob(claims)).exp - 10 > Date.now() / 1000);
    } catch {
      return true;
    }
  }
})();
