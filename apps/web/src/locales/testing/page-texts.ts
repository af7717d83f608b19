import { INTERFACE_LANGUAGES } from '@sayback/contract';

/** Texts that are the same in every language: formats, and the languages' own names. */
const LANGUAGES = INTERFACE_LANGUAGES.map((code) =>
  new Intl.DisplayNames(code, { type: 'language' }).of(code),
);
const NAMES = new RegExp(`\\b(SRT|VTT|WebVTT|CSV|${LANGUAGES.join('|')})\\b`, 'gi');

/** Returns true for a text with English beside names that are alike in every language. */
export const hasEnglish = (text: string) => /[a-zA-Z]{2,}/.test(text.replace(NAMES, ''));

/** Returns everything that people see or hear on the page. Runs in a browser by itself too. */
export function textsOnPage(): string[] {
  const read = ['aria-label', 'aria-roledescription', 'aria-valuetext', 'alt', 'placeholder', 'title'];
  const texts: string[] = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (!parentElement?.closest('style, script, [hidden]')) texts.push(textContent ?? '');
  }
  for (const element of document.body.querySelectorAll(read.map((name) => `[${name}]`).join())) {
    texts.push(...read.map((name) => element.getAttribute(name) ?? ''));
  }
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}
