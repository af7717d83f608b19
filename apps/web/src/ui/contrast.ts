const KEY = 'contrast';

const ofDevice = () => matchMedia('(prefers-contrast: more)');

/** Applies high contrast if chosen on this device, or requested by it. */
export function applyContrast(): void {
  const isHigh = localStorage.getItem(KEY) === 'high' || ofDevice().matches;
  document.documentElement.toggleAttribute('data-high-contrast', isHigh);
}

/** Applies it at startup, and follows the device's setting. */
export function followContrast(): void {
  applyContrast();
  ofDevice().addEventListener('change', applyContrast);
}

export function chooseContrast(isHigh: boolean): void {
  if (isHigh) localStorage.setItem(KEY, 'high');
  else localStorage.removeItem(KEY);
  applyContrast();
}
