import { accounts, videos } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { withServer } from '../testing/with-server.ts';

const TOKEN = 'the-token-for-metrics';

const { server, admin } = await withServer({ METRICS_TOKEN: TOKEN, RATE_LIMIT_FACTOR: '0.1' });

const scrape = (headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` }) =>
  server.app.inject({ url: '/metrics', headers });
/** Reads the value of a metric with its labels in Prometheus format. */
async function readMetric(name: string): Promise<number | undefined> {
  const line = (await scrape()).body.split('\n').find((text) => text.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

describe('the metrics', () => {
  it('require the token', async () => {
    expect((await scrape()).statusCode).toBe(200);
    expect((await scrape()).headers['content-type']).toContain('text/plain; version=0.0.4');
    for (const authorization of ['', `Bearer ${TOKEN}x`, 'Bearer', `Basic ${TOKEN}`]) {
      const response = await scrape({ authorization });
      expect(response.statusCode).toBe(401);
      expect(response.json()).toHaveProperty('detail');
    }
  });

  it('count requests by their path’s pattern, without ids', async () => {
    const { id } = await admin.call(videos.createVideo, {
      body: { title: 'A film', original_language: 'en', youtube_id: 'dQw4w9WgXcQ' },
    });
    await admin.call(videos.getVideo, { params: { id } });
    await admin.try(videos.getVideo, { params: { id: 4_242_424 } });
    await server.app.inject({ url: '/api/nowhere/4242424/' });
    const count = 'http_request_duration_seconds_count';
    const labels = (status: string) =>
      `{method="GET",route="/api/videos/:id/",status="${status}",operation="videos.getVideo"}`;
    expect(await readMetric(count + labels('2xx'))).toBe(1);
    expect(await readMetric(count + labels('4xx'))).toBe(1);
    expect(await readMetric(`${count}{method="GET",route="none",status="4xx",operation="none"}`)).toBe(1);
    expect((await scrape()).body).not.toContain('4242424');
  });

  it('include refusals by limit, the state of database and jobs, and the version', async () => {
    const body = { username: admin.username, password: 'wrong password' };
    const responses = [
      await admin.try(accounts.login, { body }),
      await admin.try(accounts.login, { body }),
      await admin.try(accounts.login, { body }),
    ];
    const rejected = responses.filter(({ statusCode }) => statusCode === 429).length;
    expect(rejected).toBe(2);
    expect(await readMetric('rate_limit_refusals_total{limit="login_account"}')).toBe(rejected);
    expect(await readMetric('login_failures_total')).toBe(1);
    await server.context.db.execute(
      `insert into jobs (kind, subject, payload, updated_at) values ('none', 'none', '{}', now() - interval '90 s')`,
    );
    expect(await readMetric('jobs{status="queued"}')).toBe(1);
    expect(await readMetric('jobs{status="failed"}')).toBe(0);
    expect(await readMetric('jobs_oldest_queued_seconds')).toBeGreaterThanOrEqual(90);
    expect(await readMetric('database_connections{pool="requests",state="idle"}')).toBeGreaterThan(0);
    expect(await readMetric('database_waiting{pool="requests"}')).toBe(0);
    expect(await readMetric('captions_circuit_open')).toBe(0);
    expect(await readMetric('engine_waiting')).toBe(0);
    expect(await readMetric('process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(await readMetric('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    expect(await readMetric('http_callers_refused_total')).toBe(0);
    expect(await readMetric(`sayback_info{version="0.1.0",node="${process.version}"}`)).toBe(1);
  });
});
