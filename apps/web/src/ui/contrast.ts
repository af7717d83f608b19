const KEY = 'contrast';

const ofDevice = () => matchMedia('(prefers-contrast: more)');

/** Shows strong contrasts where they were chosen on this device, or where the device asks for them. */
export function applyContrast(): void {
  const isHigh = localStorage.getItem(KEY) === 'high' || ofDevice().matches;
  document.documentElement.toggleAttribute('data-high-contrast', isHigh);
}

/** Shows them from the page's start on, also when the device asks for them later. */
export function followContrast(): void {
  applyContrast();
  ofDevice().addEventListener('change', applyContrast);
}

/** Chooses strong contrasts, or not, on this device. */
export function chooseContrast(isHigh: boolean): void {
  if (isHigh) localStorage.setItem(KEY, 'high');
  else localStorage.removeItem(KEY);
  applyContrast();
}
