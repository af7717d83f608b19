// A separate entry point for the practice page, which has to load fast.
export { joinTexts } from './align/join-text.ts';
