const STORAGE_KEY = 'contrast';

const systemContrast = () => matchMedia('(prefers-contrast: more)');

/** Applies high contrast if it was chosen in this browser, or in the system's settings. */
export function applyContrast(): void {
  const isHigh = localStorage.getItem(STORAGE_KEY) === 'high' || systemContrast().matches;
  document.documentElement.toggleAttribute('data-high-contrast', isHigh);
}

/** Applies the contrast at startup, and whenever the system's setting changes. */
export function followContrast(): void {
  applyContrast();
  systemContrast().addEventListener('change', applyContrast);
}

export function setHighContrast(isHigh: boolean): void {
  if (isHigh) localStorage.setItem(STORAGE_KEY, 'high');
  else localStorage.removeItem(STORAGE_KEY);
  applyContrast();
}
