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
  const paths = ['/api/accounts/profile/', '/api/accounts/preferences/', video, `${video}subtitles/`];
  const answers = new Map(paths.map((path) => [path, ask(path)]));
  window.firstAnswers = { token, answers };
  // The picture is the largest thing on the page.
  answers.get(video).then(async (answer) => {
    const { thumbnail_url } = answer?.ok ? await answer.clone().json() : {};
    if (thumbnail_url) new Image().src = thumbnail_url;
  });

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
