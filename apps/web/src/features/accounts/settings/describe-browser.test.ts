import { describe, expect, it } from 'vitest';
import { describeBrowser } from './describe-browser.ts';

const MOZILLA = 'Mozilla/5.0';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
const IPHONE = '(iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('a browser’s name', () => {
  it.each([
    ['Chrome', 'Windows', `${MOZILLA} (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36`],
    ['Edge', 'Windows', `${MOZILLA} (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36 Edg/140.0.0.0`],
    ['Opera', 'macOS', `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${BLINK} Safari/537.36 OPR/120.0.0.0`],
    ['Chrome', 'ChromeOS', `${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${BLINK} Safari/537.36`],
    ['Firefox', 'Linux', `${MOZILLA} (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0`],
    [
      'Safari',
      'macOS',
      `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
    ],
  ])('is %s on %s, on a desktop', (browser, system, userAgent) => {
    expect(describeBrowser(userAgent)).toEqual({ browser, system, isHandheld: false });
  });

  it.each([
    ['Safari', 'iOS', `${MOZILLA} ${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`],
    ['Chrome', 'iOS', `${MOZILLA} ${IPHONE} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`],
    ['Firefox', 'iOS', `${MOZILLA} ${IPHONE} FxiOS/142.0 Mobile/15E148 Safari/605.1.15`],
    ['Chrome', 'Android', `${MOZILLA} (Linux; Android 10; K) ${BLINK} Mobile Safari/537.36`],
    [
      'Samsung Internet',
      'Android',
      `${MOZILLA} (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    ],
  ])('is %s on %s, on a phone or tablet', (browser, system, userAgent) => {
    expect(describeBrowser(userAgent)).toEqual({ browser, system, isHandheld: true });
  });

  it.each(['', 'curl/8.5.0', 'a test'])('is unknown for %j', (userAgent) => {
    expect(describeBrowser(userAgent)).toEqual({
      browser: undefined,
      system: undefined,
      isHandheld: false,
    });
  });
});
