import { accounts, subtitles } from '@sayback/contract';
import { makeFilm } from '../../curation/film.ts';
import { type ApiCall, withRetries } from '../support/api-call.ts';
import type { Writer } from '../support/traffic.ts';

/** Creates a writer that adds an item with each write. All items must persist. `find` returns the ids that exist. */
function createAddingWriter(
  kind: string,
  pause: number,
  add: (number: number) => Promise<string>,
  find: (added: readonly string[]) => Promise<ReadonlySet<string>>,
): Writer {
  let tried = 0;
  let checked = 0;
  const added: string[] = [];
  return {
    kind,
    pause,
    acknowledged: () => added.length,
    async write() {
      tried += 1;
      added.push(await add(tried));
    },
    async check(all) {
      const expected = added.slice(all ? 0 : checked);
      const there = await withRetries(() => find(expected));
      checked = added.length;
      return expected.filter((value) => !there.has(value)).map((value) => `${value} is not there`);
    },
  };
}

/** Creates a writer that registers users with different names. */
export function createRegistrationWriter(anybody: ApiCall, admin: ApiCall): Writer {
  return createAddingWriter(
    'registrations',
    150,
    async (number) => {
      const username = `newcomer-${process.pid}-${number}-${Math.trunc(performance.now())}`;
      await anybody(accounts.register, { body: { username, password: 'correct horse 9' } });
      return username;
    },
    async (names) => {
      const there = new Set<string>();
      for (const name of names) {
        const { results } = await admin(accounts.listUsers, { query: { q: name } });
        for (const { username } of results) there.add(username);
      }
      return there;
    },
  );
}

/** Creates an editor who saves revisions with different notes. */
export function createRevisionWriter(admin: ApiCall, alignmentId: number, subtitleId: number): Writer {
  return createAddingWriter(
    'revisions',
    200,
    async (number) => {
      const note = `revision ${number}`;
      const params = { id: alignmentId };
      const { revision_id } = await admin(subtitles.saveRevision, { params, body: { note } });
      return `${revision_id} ${note}`;
    },
    async () => {
      const rows = await admin(subtitles.listRevisions, { params: { id: subtitleId } });
      return new Set(rows.map(({ id, note }) => `${id} ${note}`));
    },
  );
}

/** Creates an editor who repeatedly uploads a subtitle. Each upload adds a stored file. */
export function createFileWriter(admin: ApiCall, videoId: number, subtitleId: number): Writer {
  return createAddingWriter(
    'stored files',
    250,
    async (number) => {
      const form = new FormData();
      form.set('language', 'en');
      form.set('subtitle_file', new Blob([makeFilm(20 + (number % 5), 'en')]), `${number}.vtt`);
      await admin(subtitles.uploadSubtitle, { params: { id: videoId }, form });
      return `${number}.vtt`;
    },
    async () => {
      const rows = await admin(subtitles.listFiles, { params: { id: subtitleId } });
      return new Set(rows.map(({ file_name }) => file_name));
    },
  );
}
