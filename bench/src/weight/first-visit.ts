import type { BrowserContext, Page } from '@playwright/test';

/** CPU throttling and network of a slow phone. */
const CPU_SLOWDOWN = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const PHONE = { width: 390, height: 844 };
/** Time for which loading is recorded after the awaited element appears. */
const AFTER_MS = 2000;

type Paint = { at: number; element: string };
type Visit = Paint & { seenAt: number };
export type Visited = { path: string; waitUntilSeen: (page: Page) => Promise<void> };

/** Returns the paths of the scripts, style sheets and fonts that a page loads. */
export async function recordLoadedFiles(
  context: BrowserContext,
  { path, waitUntilSeen }: Visited,
): Promise<string[]> {
  const page = await context.newPage();
  const files = new Set<string>();
  page.on('requestfinished', (request) => {
    if (['script', 'stylesheet', 'font'].includes(request.resourceType())) {
      files.add(new URL(request.url()).pathname);
    }
  });
  await page.goto(path);
  await waitUntilSeen(page);
  await page.waitForTimeout(AFTER_MS);
  return [...files];
}

/**
 * Opens a page on a simulated slow phone. Returns the times of the expected text and the largest contentful paint, in
 * milliseconds since navigation start.
 */
export async function measureSlowVisit(
  context: BrowserContext,
  { path, waitUntilSeen }: Visited,
): Promise<Visit> {
  const page = await context.newPage();
  await page.setViewportSize(PHONE);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(() => {
    const paints: Paint[] = [];
    Object.assign(window, { largestPaints: paints });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
        const text = entry.element?.textContent?.trim().slice(0, 40);
        paints.push({ at: entry.startTime, element: `${entry.element?.localName} ${text ?? ''}`.trim() });
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(path, { waitUntil: 'commit' });
  await waitUntilSeen(page);
  const seenAt = await page.evaluate(() => performance.now());
  await page.waitForTimeout(AFTER_MS);
  const largest = await page.evaluate(() =>
    (window as unknown as { largestPaints: Paint[] }).largestPaints.at(-1),
  );
  if (!largest) throw new Error(`${path} painted nothing`);
  return { ...largest, seenAt };
}
