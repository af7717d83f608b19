import type { Page } from '@playwright/test';

/** What has to be on the page: an element, with this text in it. Without a selector, whatever the next frame shows. */
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

/** Runs in the page: measures from an event's own time stamp, or the page's beginning, to a frame that is drawn. */
export function startClock(): void {
  /** Null while the event is awaited. */
  let began: number | null = 0;
  let drawn: number | null = null;
  const isThere = ({ selector, text }: Expected) =>
    selector === undefined ||
    [...document.querySelectorAll(selector)].some(
      (element) =>
        text === undefined ||
        (selector.endsWith('mark')
          ? element.textContent?.toLowerCase() === text.toLowerCase()
          : element.textContent?.includes(text)),
    );
  /** A message comes after the frame that its animation callback belongs to has been laid out and painted. */
  const afterFrame = (work: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = work;
      port2.postMessage(null);
    });
  window.paintClock = {
    start(type) {
      began = null;
      drawn = null;
      document.addEventListener(
        type,
        (event) => {
          began = event.timeStamp;
          afterFrame(() => {
            drawn = performance.now();
          });
        },
        { capture: true, once: true },
      );
    },
    untilPainted: (expected) =>
      new Promise((resolve) => {
        const look = () =>
          afterFrame(() => {
            const now = expected.selector === undefined ? drawn : performance.now();
            if (began === null || now === null || !isThere(expected)) look();
            else resolve(now - began);
          });
        look();
      }),
  };
}

/** Milliseconds from the event, or from the page's beginning, until what is wanted was drawn. */
export const whenPainted = (page: Page, expected: Expected): Promise<number> =>
  page.evaluate((what) => window.paintClock.untilPainted(what), expected);
