// A separate entry point: the practice page needs nothing else of this package, and has to load fast.
export { joinTexts } from './align/join-text.ts';
