import { INTERFACE_LANGUAGES } from '@sayback/contract';

const LANGUAGE_NAMES = INTERFACE_LANGUAGES.map((code) =>
  new Intl.DisplayNames(code, { type: 'language' }).of(code),
);
const UNTRANSLATED = new RegExp(`\\b(SRT|VTT|WebVTT|CSV|${LANGUAGE_NAMES.join('|')})\\b`, 'gi');

/** Returns true for a text with Latin letters, except names that are the same in every language. */
export const hasEnglish = (text: string) => /[a-zA-Z]{2,}/.test(text.replace(UNTRANSLATED, ''));

/** Lists all visible texts of the page, and all texts for screen readers. Also runs in the browser. */
export function listPageTexts(): string[] {
  const attributes = ['aria-label', 'aria-roledescription', 'aria-valuetext', 'alt', 'placeholder', 'title'];
  const texts: string[] = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (!parentElement?.closest('style, script, [hidden]')) texts.push(textContent ?? '');
  }
  for (const element of document.body.querySelectorAll(attributes.map((name) => `[${name}]`).join())) {
    texts.push(...attributes.map((name) => element.getAttribute(name) ?? ''));
  }
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}
