// A separate entry point that divides and joins lines, for the editor and for the player, which has to load fast.
export { type DividedLine, divideLine } from './division/divide-line.ts';
export { sentenceLengths } from './division/join-sentences.ts';
export type { Line } from './division/line.ts';
export {
  type Languages,
  type LineContext,
  type SplitLine,
  splitLine,
} from './division/split-line.ts';
