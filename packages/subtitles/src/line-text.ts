// An entry of its own: the practice page needs no more of this package, and loads first.
export { joinTexts } from './align/join-text.ts';
