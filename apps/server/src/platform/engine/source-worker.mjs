// The worker's entry when the server runs from its TypeScript source (development and tests).
import { register } from 'tsx/esm/api';

register();
export const {
  readSubtitle,
  readText,
  readCaptions,
  writeCues,
  alignCues,
  findMatches,
  writeCsv,
  writeCueCsv,
  writeTsv,
  readTable,
  writeCollection,
  countCues,
  convertToSrt,
  cleanText,
  checkSrt,
} = await import('./engine-worker.ts');
