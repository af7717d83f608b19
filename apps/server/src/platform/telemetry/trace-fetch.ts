import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';

/** What Node's `fetch` tells of a request. */
type Asked = { origin: string | URL; method: string };
type Told = { request: Asked; response?: { statusCode: number } };

/**
 * Puts each call to an outside service into a span beneath whatever asked for it: by host alone, since paths and queries
 * hold keys. All of them go through `fetch`, which tells of its requests on these channels.
 */
export function traceFetch(tracer: Tracer): () => void {
  const spans = new WeakMap<Asked, Span>();

  const hears = {
    'undici:request:create': ({ request }: Told) => {
      if (!trace.getActiveSpan()) return;
      const { hostname, port } = new URL(request.origin);
      spans.set(
        request,
        tracer.startSpan(`${request.method} ${hostname}`, {
          kind: SpanKind.CLIENT,
          attributes: {
            'http.request.method': request.method,
            'server.address': hostname,
            ...(port && { 'server.port': Number(port) }),
          },
        }),
      );
    },
    'undici:request:headers': ({ request, response }: Told) => {
      if (response) spans.get(request)?.setAttribute('http.response.status_code', response.statusCode);
    },
    'undici:request:trailers': ({ request }: Told) => spans.get(request)?.end(),
    'undici:request:error': ({ request }: Told) =>
      spans.get(request)?.setStatus({ code: SpanStatusCode.ERROR }).end(),
  };
  const listeners = Object.entries(hears).map(
    ([channel, hear]) => [channel, (told: unknown) => hear(told as Told)] as const,
  );
  for (const [channel, listener] of listeners) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of listeners) unsubscribe(channel, listener);
  };
}
