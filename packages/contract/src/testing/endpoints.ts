import type { Endpoint } from '../endpoint.ts';
import * as contract from '../index.ts';

export const endpoints = Object.values(contract)
  .filter((feature) => typeof feature === 'object' && Symbol.toStringTag in feature)
  .flatMap((feature) => Object.entries(feature as Record<string, unknown>))
  .filter((entry): entry is [string, Endpoint] => typeof entry[1] === 'object' && 'path' in (entry[1] ?? {}));
