export type BrowserInfo = {
  /** Undefined if missing or unknown. */
  browser: string | undefined;
  system: string | undefined;
  isHandheld: boolean;
};

type Pattern = readonly [name: string, pattern: RegExp];

/** In this order, since most browsers also include the names of others. */
const BROWSERS: readonly Pattern[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Yandex', /\bYaBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Chromium', /\bChromium\//],
  ['Safari', /\bVersion\/[\d.]+.* Safari\//],
];

const SYSTEMS: readonly Pattern[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];

const findName = (patterns: readonly Pattern[], text: string) =>
  patterns.find(([, pattern]) => pattern.test(text))?.[0];

/** Parses a User-Agent into the names of the browser and the system. */
export function describeBrowser(userAgent: string): BrowserInfo {
  const system = findName(SYSTEMS, userAgent);
  return {
    browser: findName(BROWSERS, userAgent),
    system,
    isHandheld: system === 'Android' || system === 'iOS',
  };
}
