import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { timestamp } from '../fields.ts';

export const captionsState = z.object({
  /** State of the circuit breaker. `open`: YouTube suspects a bot, so no requests are sent before `reopens_at`. */
  circuit: z.enum(['closed', 'open']),
  reason: z.string(),
  reopens_at: z.nullable(timestamp),
  waiting: z.int(),
});

export const getCaptionsState = endpoint({
  id: 'candidates.getCaptionsState',
  method: 'GET',
  path: '/api/youtube-candidates/captions-state/',
  access: 'admin',
  summary: 'Returns whether captions can be requested now, and how many requests are waiting.',
  hasStoredMessages: true,
  response: captionsState,
});

export const closeCircuit = endpoint({
  id: 'candidates.closeCircuit',
  method: 'POST',
  path: '/api/youtube-candidates/captions-state/',
  access: 'admin',
  summary: 'Closes the circuit early, so that captions are requested again.',
  hasStoredMessages: true,
  response: captionsState,
});
