// Runs before the first paint, so that a dark page never flashes white. The content security policy forbids inline scripts.
(() => {
  const chosen = localStorage.getItem('color_scheme');
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
