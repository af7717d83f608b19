import { type CallLimit, callLimitsOf, type Endpoint, MINUTE } from '@sayback/contract';
import type { FastifyRequest } from 'fastify';
import type { Viewer } from './authentication.ts';
import { limitAddress } from './limit-address.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** The limits of one endpoint. Both throw a 429 with Retry-After. */
export type CallLimits = {
  /** Counts a call in this server's memory, before its body is read. */
  enter: (request: FastifyRequest, viewer: Viewer | null) => void;
  /** Counts a valid call in the database, for all servers. */
  take: (request: FastifyRequest, viewer: Viewer | null) => Promise<void>;
};

function keyOf({ per }: CallLimit, { ip }: FastifyRequest, viewer: Viewer | null): string {
  if (per === 'installation') return '';
  return per === 'address' ? limitAddress(ip) : String(viewer?.id);
}

/** Counts calls by the limits that the contract declares. */
export const limitCalls =
  ({ countHere, takeAll }: Pick<RateLimiter<never>, 'countHere' | 'takeAll'>) =>
  (declared: Endpoint): CallLimits => {
    const all = callLimitsOf(declared);
    const inMemory = all.filter(({ seconds }) => seconds <= MINUTE);
    const inDatabase = all.filter(({ seconds }) => seconds > MINUTE);
    return {
      enter(request, viewer) {
        for (const limit of inMemory) countHere(limit, keyOf(limit, request, viewer));
      },
      async take(request, viewer) {
        if (inDatabase.length === 0) return;
        await takeAll(inDatabase.map((limit) => [limit, keyOf(limit, request, viewer)] as const));
      },
    };
  };
