import { subtitles } from '@sayback/contract';
import { inMegabytes, inMilliseconds, inSeconds, median, quantile, timed } from '../metrics.ts';
import { findServerProcess, watchMemory } from '../processes.ts';
import { atMost, info, type Report, type Row } from '../report.ts';
import { addAlignment, type Bench, fill, withServer } from './long-alignment.ts';

const FILM_CUES = 1500;
const MAX_ROWS = 10_000;
const SIZES = [100, 100_000];
const ROUNDS = 40;

async function repeat(times: number, work: (round: number) => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let round = 0; round < times; round += 1) took.push((await timed(() => work(round))).took);
  return took;
}

async function measureReading(bench: Bench): Promise<Row[]> {
  const { admin } = bench;
  const { id } = await addAlignment(bench, 20);
  await fill(bench, id, MAX_ROWS);
  const all = await timed(() => admin(subtitles.listSegments, { params: { id }, query: { all: true } }));
  const rows = all.result as subtitles.Segment[];
  const pages = await repeat(ROUNDS, (round) =>
    admin(subtitles.listSegments, { params: { id }, query: { page: 1 + round * 12 } }),
  );
  const starts = [0, ...rows.filter((_, at) => at % 1111 === 0).map((row) => row.id)];
  const searches = await repeat(starts.length * 4, (round) =>
    admin(subtitles.findNextMismatch, { params: { id, after: starts[round % starts.length] } }),
  );
  const save = await timed(() => admin(subtitles.saveRevision, { params: { id }, body: {} }));
  const apply = await timed(() =>
    admin(subtitles.applyRevision, { params: { id: save.result.revision_id }, body: {} }),
  );
  return [
    atMost(
      'a page of 20 out of 10,000 segments, 95th percentile',
      quantile(pages, 0.95),
      100,
      inMilliseconds,
    ),
    info('all 10,000 segments', inMilliseconds(all.took)),
    atMost('find-next-mismatch in 10,000, 95th percentile', quantile(searches, 0.95), 20, inMilliseconds),
    atMost('save a revision of 10,000 segments', save.took, 1000, inSeconds),
    atMost('apply it', apply.took, 1000, inSeconds),
  ];
}

/** Counts the segment rows written since the transaction `last`. */
async function countRowsWrittenSince({ db }: Bench, last: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    `select count(*)::int as count from segments where xmin::text::bigint > ${last}`,
  );
  return rows[0]?.count ?? Number.NaN;
}

async function measureChanges(bench: Bench, count: number): Promise<{ rows: Row[]; written: number }> {
  const { admin, db } = bench;
  const { id } = await addAlignment(bench, 20);
  await fill(bench, id, count);
  const index = count / 2;
  const insert = () => admin(subtitles.insertSegment, { params: { id, index }, body: {} });
  const remove = (segment: number) => admin(subtitles.deleteSegment, { params: { id: segment } });
  const inserted: number[] = [];
  const inserts = await repeat(ROUNDS, async () => inserted.push((await insert()).new_segment.id));
  const deletes = await repeat(ROUNDS, (round) => remove(inserted[round] ?? 0));
  const { rows } = await db.execute<{ last: string }>('select max(xmin::text::bigint) as last from segments');
  const { new_segment } = await insert();
  const written = await countRowsWrittenSince(bench, rows[0]?.last ?? '0');
  await remove(new_segment.id);
  const among = `in the middle of ${count.toLocaleString('en')}, median`;
  return {
    rows: [
      atMost(`insert ${among}`, median(inserts), 10, inMilliseconds),
      atMost(`delete ${among}`, median(deletes), 10, inMilliseconds),
    ],
    written,
  };
}

async function measureAll(bench: Bench): Promise<Row[]> {
  // Warm-up: the first alignment loads code.
  await addAlignment(bench, 20);
  const film = await addAlignment(bench, FILM_CUES);
  const again = await film.align();
  const changes = [];
  for (const size of SIZES) changes.push(await measureChanges(bench, size));
  const written = changes.map((change) => change.written);
  return [
    ...(await measureReading(bench)),
    ...changes.flatMap(({ rows }) => rows),
    {
      what: `rows of segments written by an insert, at ${SIZES.join(' and ')}`,
      measured: written.join(', '),
      aim: 'the same',
      met: new Set(written).size === 1,
    },
    atMost('align two files of 1,500 cues', film.alignedIn, 1000, inSeconds),
    atMost('align them again', again.took, 1000, inSeconds),
  ];
}

/** Measures curation through the API of the built server, on a separate database. */
export const measureCuration = (): Promise<Report> =>
  withServer(async (bench) => {
    const watch = watchMemory(await findServerProcess(process.pid));
    const rows = await measureAll(bench);
    return {
      rows: [...rows, atMost('maximum memory of the server', watch.stop(), 300e6, inMegabytes)],
      notes: [
        `Times of calls over loopback, including reading and parsing the response; medians and percentiles of at least ${ROUNDS} calls.`,
        'The segments are inserted directly: films of generated lines, with every tenth pair of cues joined in the translation.',
        'Memory is the resident set of the server’s process, sampled every 50 ms, without the database.',
      ],
    };
  });
