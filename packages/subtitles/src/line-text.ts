// Separate entry point for the practice page, which must load fast.
export { joinTexts } from './align/join-text.ts';
