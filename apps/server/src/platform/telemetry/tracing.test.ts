import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { trace } from '@opentelemetry/api';
import { practice, videos } from '@sayback/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signIn } from '../../testing/client.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { redactingExporter } from './tracing.ts';

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

/** A collector on loopback, which stores received spans. It also acts as an external service. */
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

/** Returns the spans exported once the server has done that work and stopped. */
async function spansAfter(work: () => Promise<unknown>): Promise<Span[]> {
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
    const spans = await spansAfter(async () => {
      await Promise.all([
        learner.call(videos.listVideos, { query: { q: 'a secret wish' } }),
        ...Array.from({ length: 15 }, () => learner.try(videos.getVideo, { params: { id: 4_242_424 } })),
      ]);
      await server.app.inject({ url: '/media/clip.mp4?expires=1&signature=of-an-address' });
      await learner.try(practice.saveProgress, { body: { video_id: 1, last_segment: 1e300 } });
      await trace.getTracer('a test').startActiveSpan('asking', async (span) => {
        await (await fetch(`http://127.0.0.1:${port}/path-of-it?key=of-ours`)).text();
        span.end();
      });
    });
    service.close();
    const requests = spans.filter(({ kind }) => kind === SERVER_KIND);
    const [list] = requests.filter(({ name }) => name === 'GET /api/videos/');
    expect(list && attribute(list, 'http.route')).toEqual({ stringValue: '/api/videos/' });
    expect(list && attribute(list, 'http.response.status_code')).toEqual({ intValue: 200 });
    const beneath = spans.filter(({ parentSpanId }) => parentSpanId === list?.spanId);
    expect(beneath.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^pg.query:SELECT/));
    expect(beneath.every(({ traceId }) => traceId === list?.traceId)).toBe(true);

    const failed = requests.filter(({ name }) => name === 'GET /api/videos/:id/');
    expect(failed).toHaveLength(15);
    for (const { spanId } of failed) {
      // Sixteen requests wait for ten connections: each statement belongs to its request.
      expect(spans.filter(({ parentSpanId }) => parentSpanId === spanId).length).toBeGreaterThan(0);
    }
    const clientSpan = spans.find(({ name, kind }) => name === 'GET' && kind === CLIENT_KIND);
    expect(clientSpan && attribute(clientSpan, 'http.response.status_code')).toEqual({ intValue: 202 });
    expect(clientSpan?.parentSpanId).toBe(spans.find(({ name }) => name === 'asking')?.spanId);

    const exported = received.join();
    expect(exported).toContain('sayback-tested');
    const secrets = ['secret wish', 'signature', 'path-of-it', 'of-ours', learner.username];
    for (const secret of [...secrets, learner.token.split('.')[2]]) expect(exported).not.toContain(secret);
  });
});

describe('a collector outage', () => {
  it('is logged once, and again after a recovery', () => {
    const log = vi.fn();
    let error: Error | undefined = new Error('connect ECONNREFUSED');
    const exporter = redactingExporter(
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
