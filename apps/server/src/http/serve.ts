import { Readable } from 'node:stream';
import { type Endpoint, getBodyLimit, isAudited, type Schema, successStatus } from '@sayback/contract';
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, notFound } from '../errors/app-error.ts';
import { toReader } from '../messages/request-language.ts';
import { translateStored } from '../messages/stored-messages.ts';
import type { InFlightLimit, Track } from '../ops/in-flight-limit.ts';
import { type Authenticate, authorise, type Viewer } from '../security/authentication.ts';
import type { CallLimits } from '../security/call-limits.ts';
import { limitAddress } from '../security/limit-address.ts';
import { type EventStream, streamEvents } from './event-stream.ts';
import { type AuditEntry, type RecordAudit, runAudited } from './run-audited.ts';
import { writeJson } from './serializer.ts';
import { validate } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, authorised by the endpoint's `access`. */
    viewer: Viewer | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

type Input<S> = S extends Schema ? z.output<S> : undefined;
// biome-ignore lint/suspicious/noConfusingVoidType: a handler may return nothing.
type Output<S> = S extends Schema ? z.input<S> : void;

/** A handler's argument: the input as the contract parsed it, and the caller. */
export type Call<E extends Endpoint> = {
  params: Input<E['params']>;
  query: Input<E['query']>;
  /** Undefined for a form: its handler reads the parts itself. */
  body: Input<E['body']>;
  viewer: E['access'] extends 'anyone' ? null : Viewer;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Sets the endpoint's `unchangedStatus`, if there was nothing to do. */
  unchanged: () => void;
  /** Sets the endpoint's `acceptedStatus`, if the work continues as a job. */
  later: () => void;
  /** Adds to the call's audit entry, if it has one. */
  audit: AuditEntry['add'];
};

/** Handles a call. Returns the response, or a stream of its JSON. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<Output<E['response']> | Readable> | Output<E['response']>;

/** Checks the call first, throwing like a handler. Returns the function that writes the events. */
export type EventHandler<E extends Endpoint> = (
  call: Omit<Call<E>, 'unchanged' | 'later' | 'audit' | 'reply' | 'body'>,
) => Promise<(stream: EventStream<Output<E['events']>>) => Promise<void> | void>;

export type Router = {
  serve: <const E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;
  serveEvents: <const E extends Endpoint>(endpoint: E, handler: EventHandler<E>) => void;
  /** All registered endpoints, for the OpenAPI document and the 405s. */
  served: Endpoint[];
  /** Counts a request as in flight, for routes outside the contract. */
  track: Track;
};

/** Converts the braces in the contract's paths to Fastify's colons. */
export const fastifyPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** Returns true for a form whose files are streamed to the storage. */
const isStreamed = ({ files, bodyLimit }: Endpoint) => files !== undefined && bodyLimit === undefined;

/** Creates `serve`, which registers a route for an endpoint and its handler. The route authorises, validates and serialises. */
export function createRouter(
  app: FastifyInstance,
  authenticate: Authenticate,
  recordAudit: RecordAudit,
  { track, admit, refuse }: Pick<InFlightLimit, 'track' | 'admit' | 'refuse'>,
  limitsOf: (endpoint: Endpoint) => CallLimits,
): Router {
  app.decorateRequest('viewer', null);
  const served: Endpoint[] = [];

  function serve<const E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    served.push(endpoint);
    const status = successStatus(endpoint);
    const isLongLived = endpoint.files !== undefined;
    const limits = limitsOf(endpoint);

    app.route({
      method: endpoint.method,
      url: fastifyPath(endpoint.path),
      bodyLimit: getBodyLimit(endpoint),
      config: {
        endpoint,
        bodyInMemory: endpoint.method === 'GET' || isStreamed(endpoint) ? 0 : getBodyLimit(endpoint),
        isUpload: isLongLived || endpoint.bodyLimit !== undefined,
      },
      // Runs before the body is read, so that a caller without access can't upload.
      onRequest: async (request, reply) => {
        await admit(request, reply, endpoint, limits.count);
        const authoriseCall = () => authorise(request, endpoint.access, authenticate);
        request.viewer = await track(request, authoriseCall, isLongLived);
      },
      handler: async (request, reply) => {
        // Responses are personal, so no cache may store them.
        reply.code(status).header('cache-control', 'no-store');
        if (!endpoint.files) refuseForm(request);
        let isUnchanged = false;
        const call = {
          params: endpoint.params && readParams(endpoint.params, request.params),
          query: endpoint.query && validate(endpoint.query, request.query),
          body: endpoint.body && !endpoint.files ? validate(endpoint.body, getBody(request)) : undefined,
          viewer: request.viewer,
          request,
          reply,
          unchanged: () => {
            isUnchanged = true;
            reply.code(endpoint.unchangedStatus ?? status);
          },
          later: () => void reply.code(endpoint.acceptedStatus ?? status),
        };
        // The input has the contract's types, which the compiler can't infer through the optional schemas.
        const handle = (audit: AuditEntry['add']) => handler({ ...call, audit } as unknown as Call<E>);
        const { viewer } = call;
        const work = async () => {
          await limits.take(viewer?.id ?? null, limitAddress(request.ip));
          if (!viewer || !isAudited(endpoint)) return handle(async () => undefined);
          const input = { ...(call.query as object), ...(call.body as object) };
          const audited = {
            viewer,
            endpoint,
            target: request.url,
            params: { ...(call.params as object) },
            input,
          };
          return runAudited(recordAudit, audited, handle, () => isUnchanged);
        };
        const value = await track(request, work, isLongLived).catch((error) => refuse(error, request, reply));
        if (!endpoint.response) return reply.send();
        // Don't return the reply itself: Fastify would add a dozen listeners to wait for its end.
        reply.type('application/json; charset=utf-8');
        if (value instanceof Readable) return request.method === 'HEAD' ? value.destroy() : value;
        const body = endpoint.hasStoredMessages ? translateStored(toReader(request), value) : value;
        return writeJson(endpoint.response, body);
      },
    });
  }

  const draining = new AbortController();
  app.addHook('preClose', async () => draining.abort());

  function serveEvents<const E extends Endpoint>(endpoint: E, handler: EventHandler<E>): void {
    served.push(endpoint);
    const { count } = limitsOf(endpoint);
    const onRequest = (request: FastifyRequest, reply: FastifyReply) =>
      admit(request, reply, endpoint, count);
    app.get(fastifyPath(endpoint.path), { onRequest, config: { endpoint } }, async (request, reply) => {
      const canListen = () => authorise(request, endpoint.access, authenticate);
      reply.header('cache-control', 'no-store');
      const start = async () => {
        const call = {
          viewer: await canListen(),
          params: endpoint.params && readParams(endpoint.params, request.params),
          query: endpoint.query && validate(endpoint.query, request.query),
          request,
        };
        return handler(call as unknown as Call<E>);
      };
      const follow = await track(request, start, true);
      // Fastify also routes HEAD here, which doesn't read events.
      if (request.method === 'HEAD') return reply.type('text/event-stream').send();
      await streamEvents(reply, draining.signal, canListen, (stream) => {
        if (!endpoint.hasStoredMessages) return follow(stream);
        const reader = toReader(request);
        return follow({ ...stream, send: (data) => stream.send(translateStored(reader, data)) });
      });
    });
  }

  return { serve, serveEvents, served, track };
}

/** Rejects forms on other routes: the multipart parser accepts them everywhere and leaves no body, which would count as an empty one. */
function refuseForm(request: FastifyRequest): void {
  if (request.isMultipart()) {
    throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(String(request.headers['content-type']));
  }
}

/** Treats a missing body as an empty object; `null` is a body, but not an object. */
const getBody = ({ body }: FastifyRequest): unknown => (body === undefined ? {} : body);

/** Parses the version in `If-Match: "3"`; null without one. Throws a 400 for anything else. */
export function readIfMatch({ headers }: FastifyRequest): number | null {
  const header = headers['if-match'];
  if (header === undefined || header === '*') return null;
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1];
  if (version === undefined) throw new AppError('bad_request', 'request.ifMatch');
  return Number(version);
}

/** Throws a 404, not a 400, for path parameters that don't match the contract. */
function readParams(schema: Schema, params: unknown): unknown {
  try {
    return validate(schema, params);
  } catch {
    throw notFound();
  }
}
