// The worker's entry when the server runs from its TypeScript source (development and tests).
import { register } from 'tsx/esm/api';

register();
export const { readSubtitle, alignCues } = await import('./engine-worker.ts');
