// Separate entry point for dividing and joining lines, for the editor and for the player, which must load fast.
export { type DividedLine, divideLine } from './division/divide-line.ts';
export { sentenceLengths } from './division/join-sentences.ts';
export type { Line } from './division/line.ts';
export {
  type Languages,
  type LineContext,
  type SplitLine,
  splitLine,
} from './division/split-line.ts';
