import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { trace } from '@opentelemetry/api';
import { practice, videos } from '@sayback/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signIn } from '../../testing/client.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { createRedactingExporter } from './tracing.ts';

type Value = { stringValue?: string; intValue?: number };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number; message?: string };
  attributes: { key: string; value: Value }[];
};
type Received = {
  resourceSpans: {
    resource: { attributes: Span['attributes'] };
    scopeSpans: { spans: Span[] }[];
  }[];
};

const SERVER_KIND = 2;
const CLIENT_KIND = 3;

/** A collector on loopback that stores received spans. */
let collector: Server;
let received: string[];
let server: TestApp;
beforeAll(async () => {
  received = [];
  collector = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  server = await startApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_SERVICE_NAME: 'sayback-tested',
    LOG_LEVEL: 'silent',
  });
});
afterAll(async () => {
  await server.close();
  collector.close();
});

/** Runs work, stops the server, and returns the exported spans. */
async function recordSpans(work: () => Promise<unknown>): Promise<Span[]> {
  await work();
  await server.closeServer();
  return received.flatMap((body) =>
    (JSON.parse(body) as Received).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  );
}
const attribute = ({ attributes }: Pick<Span, 'attributes'>, name: string) =>
  attributes.find(({ key }) => key === name)?.value;

describe('traces', () => {
  it('contain requests by pattern with their database and outgoing calls, and no personal data', async () => {
    const learner = await signIn(server);
    const service = createServer((_, response) => void response.writeHead(202).end());
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const { port } = service.address() as AddressInfo;
    const spans = await recordSpans(async () => {
      await Promise.all([
        learner.call(videos.listVideos, { query: { q: 'a secret wish' } }),
        ...Array.from({ length: 15 }, () => learner.try(videos.getVideo, { params: { id: 4_242_424 } })),
      ]);
      await server.app.inject({ url: '/media/clip.mp4?expires=1&signature=secret' });
      await learner.try(practice.saveProgress, { body: { video_id: 1, last_segment: 1e300 } });
      await trace.getTracer('a test').startActiveSpan('client call', async (span) => {
        await (await fetch(`http://127.0.0.1:${port}/secret-path?key=secret-key`)).text();
        span.end();
      });
    });
    service.close();
    const requests = spans.filter(({ kind }) => kind === SERVER_KIND);
    const [list] = requests.filter(({ name }) => name === 'GET /api/videos/');
    expect(list && attribute(list, 'http.route')).toEqual({ stringValue: '/api/videos/' });
    expect(list && attribute(list, 'http.response.status_code')).toEqual({ intValue: 200 });
    const childSpans = spans.filter(({ parentSpanId }) => parentSpanId === list?.spanId);
    expect(childSpans.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^pg.query:SELECT/));
    expect(childSpans.every(({ traceId }) => traceId === list?.traceId)).toBe(true);

    const notFound = requests.filter(({ name }) => name === 'GET /api/videos/:id/');
    expect(notFound).toHaveLength(15);
    for (const { spanId } of notFound) {
      // Sixteen requests share ten connections, but each statement must belong to its request.
      expect(spans.filter(({ parentSpanId }) => parentSpanId === spanId).length).toBeGreaterThan(0);
    }
    const clientSpan = spans.find(({ name, kind }) => name === 'GET' && kind === CLIENT_KIND);
    expect(clientSpan && attribute(clientSpan, 'http.response.status_code')).toEqual({ intValue: 202 });
    expect(clientSpan?.parentSpanId).toBe(spans.find(({ name }) => name === 'client call')?.spanId);

    const exported = received.join();
    expect(exported).toContain('sayback-tested');
    const secrets = ['secret wish', 'signature', 'secret-path', 'secret-key', learner.username];
    for (const secret of [...secrets, learner.token.split('.')[2]]) expect(exported).not.toContain(secret);
  });
});

describe('a collector outage', () => {
  it('is logged once, and again after a recovery', () => {
    const log = vi.fn();
    let error: Error | undefined = new Error('connect ECONNREFUSED');
    const exporter = createRedactingExporter(
      {
        export: (_, done) => done(error ? { code: 1, error } : { code: 0 }),
        shutdown: async () => undefined,
      },
      log,
    );
    const send = () => exporter.export([], ({ code }) => expect(code).toBe(0));
    for (let round = 0; round < 5; round += 1) send();
    expect(log.mock.calls).toEqual([['traces could not be exported: connect ECONNREFUSED']]);
    error = undefined;
    send();
    error = new Error('again');
    send();
    send();
    expect(log).toHaveBeenCalledTimes(2);
  });
});
