const KEY = 'contrast';

/** Shows strong contrasts where they were chosen on this device, or where the device asks for them. */
export function applyContrast(): void {
  const isHigh = localStorage.getItem(KEY) === 'high' || matchMedia('(prefers-contrast: more)').matches;
  document.documentElement.toggleAttribute('data-high-contrast', isHigh);
}

/** Chooses strong contrasts, or not, on this device. */
export function chooseContrast(isHigh: boolean): void {
  if (isHigh) localStorage.setItem(KEY, 'high');
  else localStorage.removeItem(KEY);
  applyContrast();
}
