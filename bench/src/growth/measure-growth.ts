import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { type Library, openLibrary } from '../library/open-library.ts';
import { inMilliseconds, median, quantile } from '../metrics.ts';
import { atMost, info, type Report, type Row } from '../report.ts';
import { CALLS, type CallName, makeRequest } from '../rounds/calls.ts';
import { alternateRounds, CONCURRENCY, type Samples } from '../rounds/round.ts';

const SEGMENTS_PER_VIDEO = 400;
const LEARNERS = 50;
const SIZES = [10_000, 1_000_000, 10_000_000];
const ROUNDS = 10;
const WARM_UP = 2;
const REQUESTS = 300;
const TARGET = 1.5;
/** Disk space per segment: the row, its index entries, and the WAL written meanwhile. */
const BYTES_EACH = 600;

const buildSize = (segments: number) => ({
  videos: segments / SEGMENTS_PER_VIDEO,
  segmentsEach: SEGMENTS_PER_VIDEO,
  learners: LEARNERS,
});

/** Measures a call on all libraries alternately, so that other load on the machine affects all of them. */
async function measureCall(call: CallName, libraries: readonly Library[]): Promise<Samples[]> {
  const kinds = libraries.map(({ server }, at) => ({
    server,
    makeRequest: (turn: number) => makeRequest(call, turn, buildSize(SIZES[at] as number)),
  }));
  return alternateRounds(kinds, { rounds: ROUNDS, warmUp: WARM_UP, requests: REQUESTS });
}

const formatRatio = (value: number) => `${value.toFixed(2)} ×`;
const formatSize = (size: number) => `10^${Math.log10(size).toFixed(0)} segments`;

function buildRows(call: CallName, samples: readonly Samples[]): Row[] {
  const perRequest = (ms: number) => inMilliseconds(ms / (ROUNDS * REQUESTS));
  const min = samples[0] as Samples;
  return samples.flatMap(({ took, server, database }, at) => {
    const size = SIZES[at] as number;
    const label = `${call}, ${formatSize(size)}`;
    const timesRow = info(
      `${label}: median, 95th percentile; processor time of the server, of the database`,
      `${inMilliseconds(median(took))}, ${inMilliseconds(quantile(took, 0.95))}; ${perRequest(server)}, ${perRequest(database)}`,
    );
    if (at === 0) return [timesRow];
    const processorRatio = (server + database) / (min.server + min.database);
    return [
      timesRow,
      atMost(`${label}: median relative to 10^4`, median(took) / median(min.took), TARGET, formatRatio),
      atMost(`${label}: processor time of both relative to 10^4`, processorRatio, TARGET, formatRatio),
    ];
  });
}

async function refuseSmallDisk(): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const needed = SIZES.reduce((sum, size) => sum + size, 0) * BYTES_EACH;
  if (bavail * bsize < needed) {
    throw new Error(`growth needs ${Math.ceil(needed / 1e9)} GB in the system’s temporary folder`);
  }
}

/** Measures whether calls cost the same for any number of segments. Deletes the data afterwards. */
export async function measureGrowth(): Promise<Report> {
  await refuseSmallDisk();
  const libraries: Library[] = [];
  try {
    for (const size of SIZES) libraries.push(await openLibrary(buildSize(size)));
    const rows: Row[] = [];
    for (const call of CALLS) rows.push(...buildRows(call, await measureCall(call, libraries)));
    return {
      rows,
      notes: [
        `Three servers at once, each with its own database: ${SIZES.map((size) => `${size / SEGMENTS_PER_VIDEO} videos`).join(', ')}, ` +
          `each with an alignment of ${SEGMENTS_PER_VIDEO} segments. ${ROUNDS} rounds of ${REQUESTS} requests to each in turn after ` +
          `${WARM_UP} that aren’t counted, over ${CONCURRENCY} kept connections. The calls are spread over all videos, so that with many ` +
          'segments more pages are read that aren’t in the database’s cache.',
      ],
    };
  } finally {
    for (const library of libraries) await library.stop();
  }
}
