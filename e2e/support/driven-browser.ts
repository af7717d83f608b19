import { expect } from '@playwright/test';

type Action = Record<string, unknown>;
export type InputSource = { type: string; id: string; actions: Action[]; parameters?: object };

/** Commands that both of WebDriver's protocols have. */
export type Driver = {
  navigate: (url: string) => Promise<void>;
  /** Evaluates an expression in the page, and awaits its result. */
  evaluate: (expression: string) => Promise<unknown>;
  perform: (sources: InputSource[]) => Promise<void>;
  close: () => Promise<void>;
};

export type DrivenBrowser = ReturnType<typeof createDrivenBrowser>;

/** WebDriver's code points for keys without text. */
const KEYS: Record<string, string> = { ArrowRight: '\uE014', Enter: '\uE007', Escape: '\uE00C' };

/** Controls a browser through real input events, since browsers play sound only after a user gesture. */
export function createDrivenBrowser(driver: Driver) {
  /** Runs a function in the page. It can't use its closure, and its arguments are passed as JSON. */
  const run = async <Args extends unknown[], Value>(fn: (...args: Args) => Value, ...args: Args) =>
    (await driver.evaluate(`(${fn})(...${JSON.stringify(args)})`)) as Awaited<Value>;

  const type = (text: string) => {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    return driver.perform([{ type: 'key', id: 'keyboard', actions }]);
  };

  async function click(selector: string, text = ''): Promise<void> {
    let point: { x: number; y: number } | null = null;
    await expect
      .poll(
        async () => {
          point = await run(findClickPoint, selector, text);
          return point;
        },
        { message: `${selector} ${text}` },
      )
      .not.toBeNull();
    const { x, y } = point as unknown as { x: number; y: number };
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
    text: (selector: string) => run((query) => document.querySelector(query)?.textContent ?? null, selector),
  };
}

/** Finds the centre of the first clickable element whose name starts with this text. */
function findClickPoint(selector: string, text: string): { x: number; y: number } | null {
  for (const element of document.querySelectorAll<HTMLButtonElement>(selector)) {
    const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
    if (!name.trim().startsWith(text) || element.disabled) continue;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width > 0) return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  }
  return null;
}
