import type { Page } from '@playwright/test';
import { forAdmins } from '../../apps/web/src/locales/en/for-admins.ts';
import { forEveryone } from '../../apps/web/src/locales/en/for-everyone.ts';
import { secondFactor } from '../../apps/web/src/locales/en/second-factor.ts';
import { today } from '../../apps/web/src/locales/en/today.ts';
import { turn } from '../../apps/web/src/locales/en/turn.ts';
import { buildPseudoTexts } from '../../apps/web/src/locales/testing/pseudo-locale.ts';

const PARTS = { forEveryone, forAdmins, secondFactor, today, turn };
const isPart = (name: string): name is keyof typeof PARTS => Object.hasOwn(PARTS, name);

/** Serves the web app with pseudo texts instead of the Spanish ones, under another language code. */
export async function offerPseudoLocale(page: Page, language: string): Promise<void> {
  await page.route(
    /\/assets\/(frame|for-everyone|for-admins|second-factor|today|turn)-[^/]+\.js$/,
    async (route) => {
      const response = await route.fetch();
      const script = await response.text();
      // Add an export instead of replacing the module, which also contains other code.
      const part = /export\{\w+ as (\w+)[^}]*\};?\s*$/.exec(script)?.[1] ?? '';
      const body = isPart(part)
        ? script.replace(
            /export\{\w+ as (?=[^}]*\};?\s*$)/,
            () => `const pseudo=${JSON.stringify(buildPseudoTexts(PARTS[part]))};export{pseudo as `,
          )
        : script.replace('es:{everyone:', `${language}:{everyone:`);
      await route.fulfill({ response, body });
    },
  );
}

/** Finds texts that are cut off or overflow the page horizontally. Runs in the browser. */
export function findOverflow(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const problems =
    scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} pixels too wide`] : [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const text = (node.textContent ?? '').trim();
    if (
      text === '' ||
      !node.parentElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right, width } = range.getBoundingClientRect();
    if (width === 0) continue;
    for (let box: Element | null = node.parentElement; box; box = box.parentElement) {
      const { overflowX, textOverflow, position } = getComputedStyle(box);
      const edges = box.getBoundingClientRect();
      // Scrolling and an ellipsis are intended, and a box of one pixel is for screen readers only.
      if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis' || edges.width <= 1) break;
      const isCut = left < edges.left - 1 || right > edges.right + 1;
      if (overflowX !== 'visible' && isCut) {
        problems.push(`cut off: ${text}`);
        break;
      }
      if (position === 'fixed') break;
    }
  }
  return problems;
}
