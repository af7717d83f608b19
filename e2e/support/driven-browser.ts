import { expect } from '@playwright/test';

type Action = Record<string, unknown>;
export type InputSource = { type: string; id: string; actions: Action[]; parameters?: object };

/** Commands shared by WebDriver's two protocols, for the journeys. */
export type Driver = {
  navigate: (url: string) => Promise<void>;
  /** The value of an expression in the page, once it is settled. */
  evaluate: (expression: string) => Promise<unknown>;
  perform: (sources: InputSource[]) => Promise<void>;
  close: () => Promise<void>;
};

export type DrivenBrowser = ReturnType<typeof drivenBrowser>;

/** WebDriver's code points of keys that produce no text. */
const KEYS: Record<string, string> = { ArrowRight: '\uE014', Enter: '\uE007', Escape: '\uE00C' };

/** Presses and types as a user does, since browsers require a gesture to start sound. */
export function drivenBrowser(driver: Driver) {
  /** Runs a function in the page; its arguments are passed as JSON, and it can't use its closure. */
  const run = async <Args extends unknown[], Value>(work: (...args: Args) => Value, ...args: Args) =>
    (await driver.evaluate(`(${work})(...${JSON.stringify(args)})`)) as Awaited<Value>;

  const type = (text: string) => {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    return driver.perform([{ type: 'key', id: 'keyboard', actions }]);
  };

  async function click(selector: string, text = ''): Promise<void> {
    let middle: { x: number; y: number } | null = null;
    await expect
      .poll(
        async () => {
          middle = await run(getMiddle, selector, text);
          return middle;
        },
        { message: `${selector} ${text}` },
      )
      .not.toBeNull();
    const { x, y } = middle as unknown as { x: number; y: number };
    const actions = [
      { type: 'pointerMove', x, y, duration: 0, origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await driver.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  }

  return {
    run,
    type,
    click,
    navigate: driver.navigate,
    close: driver.close,
    press: (key: string) => type(KEYS[key] ?? key),
    text: (selector: string) => run((at) => document.querySelector(at)?.textContent ?? null, selector),
  };
}

/** The centre of the first clickable element whose name or text starts with this. */
function getMiddle(selector: string, text: string): { x: number; y: number } | null {
  for (const element of document.querySelectorAll<HTMLButtonElement>(selector)) {
    const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
    if (!name.trim().startsWith(text) || element.disabled) continue;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width > 0) return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  }
  return null;
}
