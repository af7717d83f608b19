import { forEveryone as english } from '../../apps/web/src/locales/en/for-everyone.ts';
import { today as englishToday } from '../../apps/web/src/locales/en/today.ts';
import { turn as englishTurn } from '../../apps/web/src/locales/en/turn.ts';
import { forEveryone as spanish } from '../../apps/web/src/locales/es/for-everyone.ts';
import { today as spanishToday } from '../../apps/web/src/locales/es/today.ts';
import { turn as spanishTurn } from '../../apps/web/src/locales/es/turn.ts';

/** Finds parts of the practice screen that are cut off, overlapped, or out of view. Runs in the browser. */
export function findLayoutFaults(): string[] {
  const faults: string[] = [];
  const scene = document.querySelector('[data-practice] [data-source] > :first-child');
  const panel = scene?.lastElementChild;
  const controls = scene?.nextElementSibling;
  if (!panel || !controls) return ['practice is not shown'];
  const isHidden = (element: Element) =>
    !element.checkVisibility({ visibilityProperty: true }) ||
    (getComputedStyle(element).position === 'absolute' && element.getBoundingClientRect().width <= 1) ||
    element.closest('[role=status][data-testid=announcement], figcaption') !== null;
  type Box = { name: string; rect: DOMRect; element: Element };
  const boxes: Box[] = [];
  const add = (element: Element, rect: DOMRect, name: string) => {
    if (rect.width > 1 && rect.height > 1) boxes.push({ name, rect, element });
  };
  const bars = document.querySelectorAll('[data-practice] > header, [data-status-bar]');
  for (const root of [panel, controls, ...bars]) {
    for (const element of root.querySelectorAll('button, canvas, input, textarea, a, [role=switch]'))
      if (!isHidden(element))
        add(
          element,
          element.getBoundingClientRect(),
          element.getAttribute('aria-label') ?? element.textContent ?? element.tagName,
        );
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const parent = node.parentElement;
      if (!parent || !(node.textContent ?? '').trim() || isHidden(parent)) continue;
      // Long titles end in an ellipsis.
      if (getComputedStyle(parent).textOverflow === 'ellipsis') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects())
        add(parent, rect, (node.textContent ?? '').trim().slice(0, 30));
    }
  }
  const isInside = (inner: DOMRect, outer: DOMRect) =>
    inner.left >= outer.left - 1 &&
    inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 &&
    inner.bottom <= outer.bottom + 1;
  const view = new DOMRect(0, 0, document.documentElement.clientWidth, innerHeight);
  const panelBox = panel.getBoundingClientRect();
  for (const { name, rect, element } of boxes) {
    if (!isInside(rect, view)) faults.push(`‘${name}’ is outside of the window`);
    else if (panel.contains(element) && !isInside(rect, panelBox))
      faults.push(`‘${name}’ is outside of its panel`);
    else if (panel.contains(element) && element.tagName !== 'CANVAS' && element.closest('button') === null) {
      const top = document.elementFromPoint((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2);
      if (top && !top.contains(element) && !element.contains(top))
        faults.push(`‘${name}’ is covered by ${top.tagName} ${top.textContent?.slice(0, 20)}`);
    }
  }
  const overlap = (a: DOMRect, b: DOMRect) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  // Buttons on top of a drawing are intended.
  for (const [index, box] of boxes.entries())
    for (const other of boxes.slice(index + 1))
      if (
        ![box, other].some(({ element }) => element.tagName === 'CANVAS') &&
        !box.element.contains(other.element) &&
        !other.element.contains(box.element) &&
        overlap(box.rect, other.rect)
      )
        faults.push(`‘${box.name}’ and ‘${other.name}’ overlap`);
  for (const element of panel.querySelectorAll('button, p'))
    if (!isHidden(element) && element.scrollWidth > element.clientWidth + 1)
      faults.push(`‘${element.textContent}’ is cut`);
  if (panel.scrollHeight > panel.clientHeight + 1)
    faults.push(`the panel scrolls by ${panel.scrollHeight - panel.clientHeight} pixels`);
  return [...new Set(faults)];
}

/** Variants of the interface's texts. */
export const VARIANTS = ['english', 'longer', 'spanish', 'right-to-left'] as const;
export type Variant = (typeof VARIANTS)[number];

type Texts = { [key: string]: string | Texts };

/** Builds patterns that match the English texts, and translations with `$1` for each placeholder. */
function buildTranslations(english: Texts, spanish: Texts): [pattern: string, translation: string][] {
  return Object.entries(english).flatMap(([key, text]): [string, string][] => {
    const translated = spanish[key];
    if (typeof text !== 'string')
      return typeof translated === 'object' ? buildTranslations(text, translated) : [];
    if (typeof translated !== 'string') return [];
    const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    const pattern = text
      .split(/\{\{\w+\}\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('(.+)');
    return [
      [`^${pattern}$`, translated.replace(/\{\{(\w+)\}\}/g, (_, name) => `$${names.indexOf(name) + 1}`)],
    ];
  });
}

/** Translations of the interface's texts, except those that start with a placeholder. */
export const SPANISH = buildTranslations(
  { ...english, ...englishTurn, ...englishToday },
  { ...spanish, ...spanishTurn, ...spanishToday },
).filter(([pattern]) => !pattern.startsWith('^(.+)'));

declare global {
  interface Window {
    unchangedTexts?: [node: Text, text: string][];
  }
}

/** Makes the page's texts longer, translates them, or mirrors the page, after reverting the last variant. Runs in the browser. */
export function applyVariant([variant, spanish]: [Variant, typeof SPANISH]): void {
  for (const [node, text] of window.unchangedTexts ?? []) node.nodeValue = text;
  window.unchangedTexts = [];
  document.documentElement.dir = variant === 'right-to-left' ? 'rtl' : 'ltr';
  if (variant !== 'longer' && variant !== 'spanish') return;
  const patterns = spanish.map(([pattern, translation]) => [new RegExp(pattern), translation] as const);
  const root = document.querySelector('#root') ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const text = node.data;
    // The video's lines and numbers are the same in every language.
    if (node.parentElement?.closest('[lang]:not(html), kbd') || !/\p{L}{2}/u.test(text)) continue;
    const [pattern, translation = ''] = patterns.find(([pattern]) => pattern.test(text)) ?? [];
    const changedText =
      variant === 'longer'
        ? text.replace(/\p{L}{3,}/gu, (word) => word + 'n'.repeat(Math.ceil(word.length / 3)))
        : pattern && text.replace(pattern, translation);
    if (!changedText) continue;
    window.unchangedTexts.push([node, text]);
    node.nodeValue = changedText;
  }
}
