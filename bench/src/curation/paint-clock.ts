import type { Page } from '@playwright/test';

/** Selector of an element to wait for, with this text in it. Without a selector: the next frame, whatever it shows. */
export type Expected = { selector?: string; text?: string };

declare global {
  interface Window {
    paintClock: {
      /** The next event of that type starts the clock. */
      start: (type: string) => void;
      untilPainted: (expected: Expected) => Promise<number>;
    };
  }
}

/** Runs in the page: measures from an event's own time stamp, or the page's start, to a painted frame. */
export function startClock(): void {
  /** Null until the event occurs. */
  let startedAt: number | null = 0;
  let drawnAt: number | null = null;
  const isShown = ({ selector, text }: Expected) =>
    selector === undefined ||
    [...document.querySelectorAll(selector)].some(
      (element) =>
        text === undefined ||
        (selector.endsWith('mark')
          ? element.textContent?.toLowerCase() === text.toLowerCase()
          : element.textContent?.includes(text)),
    );
  /** A message arrives after the frame of its animation callback has been laid out and painted. */
  const runAfterFrame = (work: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = work;
      port2.postMessage(null);
    });
  window.paintClock = {
    start(type) {
      startedAt = null;
      drawnAt = null;
      document.addEventListener(
        type,
        (event) => {
          startedAt = event.timeStamp;
          runAfterFrame(() => {
            drawnAt = performance.now();
          });
        },
        { capture: true, once: true },
      );
    },
    untilPainted: (expected) =>
      new Promise((resolve, reject) => {
        const timeout = performance.now() + 60_000;
        const check = () =>
          runAfterFrame(() => {
            const now = expected.selector === undefined ? drawnAt : performance.now();
            if (startedAt !== null && now !== null && isShown(expected)) resolve(now - startedAt);
            else if (performance.now() > timeout) reject(new Error(`not shown: ${JSON.stringify(expected)}`));
            else check();
          });
        check();
      }),
  };
}

/** Reads the processor time of the page's main thread so far, in milliseconds, which excludes other work on the machine. */
export async function watchProcessorTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
}

/** Milliseconds from the event, or from the page's start, until the expected content was painted. */
export const measureUntilPainted = (page: Page, expected: Expected): Promise<number> =>
  page.evaluate((label) => window.paintClock.untilPainted(label), expected);
