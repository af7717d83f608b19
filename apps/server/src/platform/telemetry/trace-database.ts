import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type pg from 'pg';

type Callback = (...given: unknown[]) => unknown;
type Given = unknown[];

/** A statement's text. Its values stand apart, and are never told. */
function textOf(asked: unknown): string {
  if (typeof asked === 'string') return asked;
  return (asked as { text?: string } | undefined)?.text ?? '';
}

const LONGEST_TEXT = 2000;

function startSpan(tracer: Tracer, asked: unknown): Span | null {
  // What nobody asked for by a request, such as the look for jobs every second, isn't worth a trace.
  if (!trace.getActiveSpan()) return null;
  const text = textOf(asked).trim();
  const verb = /^\w+/.exec(text)?.[0]?.toUpperCase() ?? 'QUERY';
  return tracer.startSpan(`database ${verb}`, {
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, LONGEST_TEXT) },
  });
}

function endSpan(span: Span, error: unknown): void {
  if (error) {
    const { code } = error as { code?: string };
    span.setStatus({ code: SpanStatusCode.ERROR });
    if (code) span.setAttribute('db.response.status_code', code);
  }
  span.end();
}

function traceClient(client: pg.PoolClient, tracer: Tracer): void {
  const query = client.query.bind(client) as Callback;
  client.query = ((...given: Given) => {
    const span = startSpan(tracer, given[0]);
    if (!span) return query(...given);
    const callback = given.at(-1);
    if (typeof callback === 'function') {
      const answered = (error: unknown, ...found: unknown[]) => {
        endSpan(span, error);
        return (callback as Callback)(error, ...found);
      };
      return query(...given.slice(0, -1), answered);
    }
    const answer = query(...given);
    if (answer instanceof Promise) {
      answer.then(
        () => endSpan(span, null),
        (error) => endSpan(span, error),
      );
    } else span.end();
    return answer;
  }) as typeof client.query;
}

/** Puts each statement of a pool into a span beneath whatever asked for it. */
export function traceDatabase(pool: pg.Pool, tracer: Tracer): void {
  pool.on('connect', (client) => traceClient(client, tracer));
  const connect = pool.connect.bind(pool) as Callback;
  pool.connect = ((callback?: Callback) =>
    // A connection that comes free calls back from where it was given up, which is another request.
    callback ? connect(context.bind(context.active(), callback)) : connect()) as typeof pool.connect;
}
