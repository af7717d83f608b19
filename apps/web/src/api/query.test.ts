import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { languages, subtitles, videos } from '@sayback/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { invalidate, queryFor, queryKeyFor } from './query.ts';
import { startLoopback } from './testing/loopback.ts';

const LANGUAGES = { languages: [['en', 'English']] };

let loopback: Awaited<ReturnType<typeof startLoopback>>;
beforeEach(async () => {
  loopback = await startLoopback(() => ({ status: 200, body: LANGUAGES }));
});
afterEach(() => loopback.close());

describe('queryFor', () => {
  it('calls the endpoint and caches the result under its key', async () => {
    const client = new QueryClient();
    const query = queryFor(languages.listLanguages, {});
    expect(await client.fetchQuery(query)).toEqual(LANGUAGES);
    expect(loopback.received.map(({ path: sent }) => sent)).toEqual([languages.listLanguages.path]);
    expect(client.getQueryData(query.queryKey)).toEqual(LANGUAGES);
  });

  it('makes equal keys for equal inputs, and different keys for different ones', () => {
    const keyFor = (id: number) => queryFor(videos.getVideo, { params: { id } }).queryKey;
    expect(keyFor(7)).toEqual(keyFor(7));
    expect(keyFor(7)).not.toEqual(keyFor(8));
    expect(keyFor(7)).not.toEqual(queryFor(subtitles.listSubtitles, { params: { id: 7 } }).queryKey);
  });
});

describe('invalidate', () => {
  const KEYS = {
    video7: queryKeyFor(videos.getVideo, { params: { id: 7 } }),
    video8: queryKeyFor(videos.getVideo, { params: { id: 8 } }),
    list: queryKeyFor(videos.listVideos, { query: { q: 'a' } }, 'pages'),
    subtitles: queryKeyFor(subtitles.listSubtitles, { params: { id: 7 } }),
  };

  /** Runs a function on a client that has all these queries; returns the names of those that are stale afterwards. */
  async function staleAfter(run: (client: QueryClient) => Promise<void>) {
    const client = new QueryClient();
    for (const key of Object.values(KEYS)) client.setQueryData(key, 'loaded');
    await run(client);
    return Object.entries(KEYS)
      .filter(([, key]) => client.getQueryState(key)?.isInvalidated)
      .map(([name]) => name);
  }

  it('marks the result for one input as stale', async () => {
    const stale = await staleAfter((client) => invalidate(client, videos.getVideo, { params: { id: 7 } }));
    expect(stale).toEqual(['video7']);
  });

  it('marks all results of an endpoint as stale', async () => {
    expect(await staleAfter((client) => invalidate(client, videos.getVideo))).toEqual(['video7', 'video8']);
    expect(await staleAfter((client) => invalidate(client, videos.listVideos))).toEqual(['list']);
  });

  it('marks all results of an area as stale', async () => {
    expect(await staleAfter((client) => invalidate(client, 'videos'))).toEqual(['video7', 'video8', 'list']);
  });
});

describe('the web app', () => {
  const folder = path.join(import.meta.dirname, '..');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && file !== path.join('api', 'query.ts'),
    )
    .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));

  it('has no two query functions with the same key', () => {
    const keys = sources.flatMap(({ file, text }) => {
      // The distinguishing part of the key: the first part of a custom key, the purpose, or the endpoint alone.
      const names = [
        ...text.matchAll(
          /queryKey: (?:\[\s*'([^']+)'|queryKeyFor\(([\w.]+), \{\}\),\n|queryKeyFor\([^;]*?, '([^']+)'\),\n)/g,
        ),
      ];
      const functions = text.match(/queryFn: (?!skipToken)/g) ?? [];
      expect(names, file).toHaveLength(functions.length);
      return names.map(([, own, endpoint, purpose]) => own ?? endpoint ?? purpose);
    });
    expect(keys.length).toBeGreaterThan(0);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
