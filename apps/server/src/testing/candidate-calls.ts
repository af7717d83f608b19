import { candidates as calls, type Endpoint } from '@sayback/contract';
import { expect } from 'vitest';
import { candidates } from '../features/candidates/tables.ts';
import type { Client } from './client.ts';
import { newYouTubeId } from './library.ts';
import type { TestApp } from './start-app.ts';

type Row = Partial<typeof candidates.$inferInsert>;

/** Creates functions that call candidates' endpoints as an administrator. */
export function candidateCalls({ context }: Pick<TestApp, 'context'>, admin: Client) {
  const get = (id: number) => admin.call(calls.getCandidate, { params: { id } });
  const post = (endpoint: Endpoint, id: number, body: object = {}) =>
    admin.try(endpoint, { params: { id }, body });

  return {
    get,
    post,

    async add(...rows: Row[]): Promise<{ id: number; youtube_id: string }[]> {
      const values = rows.map((row) => ({
        youtube_id: newYouTubeId(),
        title: 'A film',
        language: 'en',
        search_keyword: 'short film',
        ...row,
      }));
      return context.db
        .insert(candidates)
        .values(values)
        .returning({ id: candidates.id, youtube_id: candidates.youtube_id });
    },

    async addCandidate(row: Row = {}): Promise<{ id: number; youtube_id: string }> {
      const [added] = await this.add(row);
      return added as { id: number; youtube_id: string };
    },

    /** Adds a candidate with downloaded English and Spanish. */
    async addDownloaded(row: Row = {}): Promise<{ id: number; youtube_id: string }> {
      const added = await this.addCandidate(row);
      const response = await post(calls.downloadSubtitles, added.id);
      expect(response.json()).toMatchObject({ success: true });
      return added;
    },

    async readContent(id: number, key: string): Promise<string | undefined> {
      return (await get(id)).downloaded_subtitles[key]?.content;
    },
  };
}
