import { subtitles } from '@sayback/contract';
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildForm } from '../testing/client.ts';
import { createDigest, findChangedTables } from '../testing/hostile/table-digest.ts';
import { addAlignedVideo, listSegments } from '../testing/library.ts';
import { withServer } from '../testing/with-server.ts';

/** Characters that start a formula: OWASP's list for CSV injection, and full-width ones that some spreadsheets accept. */
const STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
const EXECUTED = /^[=+\-@\t\r\n＝＋－＠]/;
const FORMULA = 'HYPERLINK("http://127.0.0.1/";"x")';

const { server, admin } = await withServer();
let alignmentId: number;
let videoId: number;
let revisionId: number;
beforeAll(async () => {
  ({ alignmentId, videoId } = await addAlignedVideo(admin, { title: '=cmd|calc' }));
  const [first] = await listSegments(admin, alignmentId);
  const changes = STARTS.flatMap((start) => [
    {
      op: 'insert' as const,
      after: first?.id ?? null,
      fields: { text_original: start + FORMULA, text_target: `'${start}1`, label: `${start.trim()}x` },
    },
  ]);
  await admin.call(subtitles.changeSegments, { params: { id: alignmentId }, body: { changes } });
  const saved = await admin.call(subtitles.saveRevision, { params: { id: alignmentId }, body: {} });
  revisionId = saved.revision_id;
});

async function download(body: object): Promise<Buffer> {
  const { url } = await admin.call(subtitles.prepareDownload, { body });
  return (await server.app.inject({ url: url ?? '' })).rawPayload;
}

const TABLES: [description: string, table: () => Promise<Buffer>][] = [
  ['an alignment', () => download({ of: 'alignment', id: alignmentId, format: 'csv' })],
  ['a revision', () => download({ of: 'revision', id: revisionId, format: 'csv' })],
  [
    'a video, in its archive',
    async () => {
      const files = unzipSync(await download({ of: 'video', id: videoId, format: 'zip' }));
      const [name] = Object.keys(files).filter((key) => /^alignments.*csv$/.test(key));
      return Buffer.from(strFromU8(files[name ?? ''] ?? new Uint8Array()));
    },
  ],
];

describe.each(TABLES)('an exported table of %s', (_, table) => {
  it('has no cell that a spreadsheet evaluates as a formula', async () => {
    const rows: string[][] = parse(await table(), { bom: true });
    expect(rows.length).toBeGreaterThan(STARTS.length);
    expect(rows.flat().filter((cell) => EXECUTED.test(cell))).toEqual([]);
    expect(rows.flat().filter((cell) => cell.includes('HYPERLINK'))).toHaveLength(STARTS.length);
  });

  it('is imported with the same texts', async () => {
    const before = await listSegments(admin, alignmentId);
    const form = await buildForm({}, { csv_file: { name: 'a.csv', bytes: await table() } });
    const { changed } = await admin.call(subtitles.importSegments, { params: { id: alignmentId }, ...form });
    expect(changed).toBe(0);
    expect(await listSegments(admin, alignmentId)).toEqual(before);
  });
});

describe('the digest of all tables', () => {
  it.each([
    ['regex_patterns', "insert into regex_patterns (name, regex, ignore_case) values ('x', 'x', false)"],
    ['regex_patterns', "update regex_patterns set regex = 'y'"],
    ['regex_patterns', 'delete from regex_patterns'],
    ['audit_log', "insert into audit_log (username, action, summary, target) values ('', '', '', '')"],
  ])('shows that %s changed: %s', async (table, statement) => {
    const { db } = server.context;
    const digest = await createDigest(db);
    const before = await digest();
    expect(before.size).toBeGreaterThan(15);
    expect(findChangedTables(before, await digest())).toEqual([]);
    await db.execute(sql.raw(statement));
    expect(findChangedTables(before, await digest())).toEqual([table]);
  });
});
