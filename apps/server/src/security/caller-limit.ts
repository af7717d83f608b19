import { setTimeout as sleep } from 'node:timers/promises';
import { AT_ONCE, type Endpoint } from '@sayback/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, unavailable } from '../errors/app-error.ts';
import { type AddressShare, shareByAddress } from './address-share.ts';
import { bearerToken } from './authentication.ts';
import type { CountCall } from './call-limits.ts';
import { limitAddress } from './limit-address.ts';
import { openCounts } from './open-counts.ts';

/** Returns the account in an access token, even an expired one: only its signature is checked. Null if invalid. */
export type ReadAccount = (token: string) => Promise<number | null>;

export type CallerLimit = {
  /**
   * Counts a request until its response has ended. Over the limit, waits up to a second for the request's turn, then throws a
   * 429, or a 503 if its address has too many. Long-lived requests are counted separately.
   */
  enter: (
    request: FastifyRequest,
    reply: FastifyReply,
    declared: Endpoint,
    count: CountCall,
  ) => Promise<void>;
  /** Throws a request's error. Delays a 429 by a second, during which the request doesn't count as in flight. */
  refuse: (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<never>;
  /** Counts a request while its work runs, even if its client has disconnected. Call the returned function once at the end. */
  hold: (request: FastifyRequest) => () => void;
  refused: () => number;
  /** Records that an address was refused because of others, whose share is then reduced. */
  noteRefused: AddressShare['noteRefused'];
};

type Slot = readonly [key: string, limit: number];

/** Delay of a refusal, so that immediate retries gain nothing. It only costs the server a timer. */
const WAIT_MS = 1000;
const STEP_MS = 100;
/** Number of waiting requests above which a refusal also closes the connection. */
const MAX_WAITING = 1000;

export const isLongLived = ({ events, files }: Endpoint) => events !== undefined || files !== undefined;

function getSlots(
  declared: Endpoint,
  account: number | null,
  address: string,
  query: FastifyRequest['query'],
): Slot[] {
  const own = declared.limits?.atOnce;
  const isLimited = !own?.having || Object.hasOwn(query as object, own.having);
  const { account: ofAccount, server } = (isLimited && own) || {};
  const lasting = isLongLived(declared);
  return [
    account === null
      ? [`address ${address} ${lasting}`, AT_ONCE.address]
      : [`account ${account} ${lasting}`, AT_ONCE.account],
    ...(ofAccount !== undefined ? [[`${declared.id} ${account}`, ofAccount] as const] : []),
    ...(server !== undefined ? [[declared.id, server] as const] : []),
  ];
}

/** Limits the requests in flight of each account and address, so that no caller uses the whole server. */
export function limitCallers(app: FastifyInstance, readAccount: ReadAccount, limit: number): CallerLimit {
  const counts = openCounts();
  const heldBy = new WeakMap<FastifyRequest, { leaves: (() => void)[]; count: number }>();
  const share = shareByAddress(limit);
  let waiting = 0;
  let refused = 0;
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  function release(request: FastifyRequest): void {
    const held = heldBy.get(request);
    if (!held) return;
    held.count -= 1;
    if (held.count > 0) return;
    heldBy.delete(request);
    for (const leave of held.leaves) leave();
  }

  const hasRoom = ([key, max]: Slot) => counts.get(key) < max;

  /** Waits for the caller's turn. Returns false if it doesn't come in time, or the client has disconnected. */
  async function waitForTurn(isTurn: () => boolean, reply: FastifyReply): Promise<boolean> {
    if (waiting >= MAX_WAITING) {
      reply.header('connection', 'close');
      return false;
    }
    waiting += 1;
    const { raw } = reply;
    for (let waited = 0; waited < WAIT_MS && !isTurn() && !isClosing && !raw.destroyed; waited += STEP_MS) {
      await sleep(STEP_MS);
    }
    waiting -= 1;
    return isTurn() && !raw.destroyed;
  }

  async function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<never> {
    if (error instanceof AppError && error.code === 'too_many') {
      release(request);
      await waitForTurn(() => false, reply);
    }
    throw error;
  }

  return {
    async enter(request, reply, declared, count) {
      const token = bearerToken(request);
      const account = token === null ? null : await readAccount(token);
      const address = limitAddress(request.ip);
      const rejection = count(account, address);
      if (rejection) return refuse(rejection, request, reply);
      // A response is closed only once: after that, the request would be counted forever.
      if (reply.raw.destroyed) throw unavailable('server.busy');
      const slots = getSlots(declared, account, address, request.query);
      const lasting = isLongLived(declared);
      const isTurn = () => slots.every(hasRoom) && (lasting || share.isBelowShare(address));
      if (!isTurn()) {
        if (!(await waitForTurn(isTurn, reply))) {
          refused += 1;
          if (slots.every(hasRoom)) throw unavailable('server.busy');
          throw new AppError('too_many', 'request.tooManyOpen', { headers: { 'retry-after': '1' } });
        }
      }
      const leaves = slots.map(([key]) => counts.enter(key));
      if (!lasting) leaves.push(share.enter(address));
      heldBy.set(request, { leaves, count: 1 });
      reply.raw.once('close', () => release(request));
    },
    hold(request) {
      const held = heldBy.get(request);
      if (held) held.count += 1;
      return () => release(request);
    },
    refuse,
    refused: () => refused,
    noteRefused: share.noteRefused,
  };
}
