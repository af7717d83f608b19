import type { Page } from '@playwright/test';

/** Selector of an element to wait for, and the text in it. Without a selector, any next frame counts. */
export type Expected = { selector?: string; text?: string };

declare global {
  interface Window {
    paintClock: {
      /** Starts the clock at the next event of that type. */
      start: (type: string) => void;
      untilPainted: (expected: Expected) => Promise<number>;
    };
  }
}

/** Runs in the page. Measures the time from an event's time stamp, or the page's start, to a painted frame. */
export function startClock(): void {
  /** Null after `start`, until the event occurs; 0 for the page's start. */
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
  /** Runs work once the next frame is painted: a message sent in an animation callback arrives after layout and paint. */
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

/**
 * Creates a function that reads the processor time of the page's main thread, in milliseconds, without other work on the
 * machine.
 */
export async function watchProcessorTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
}

/** Returns the time from the event or the page's start until the expected content is painted, in milliseconds. */
export const measureUntilPainted = (page: Page, expected: Expected): Promise<number> =>
  page.evaluate((label) => window.paintClock.untilPainted(label), expected);
