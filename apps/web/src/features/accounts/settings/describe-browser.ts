export type BrowserFacts = {
  /** Undefined if missing or unknown. */
  browser: string | undefined;
  system: string | undefined;
  isHandheld: boolean;
};

type Sign = readonly [name: string, sign: RegExp];

/** In order: most browsers also include the names of their predecessors. */
const BROWSERS: readonly Sign[] = [
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

const SYSTEMS: readonly Sign[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];

const nameIn = (signs: readonly Sign[], text: string) => signs.find(([, sign]) => sign.test(text))?.[0];

/** Names the browser that sends this User-Agent, in everyday words. */
export function describeBrowser(userAgent: string): BrowserFacts {
  const system = nameIn(SYSTEMS, userAgent);
  return {
    browser: nameIn(BROWSERS, userAgent),
    system,
    isHandheld: system === 'Android' || system === 'iOS',
  };
}
