import { buildUrl, subtitles, videos } from '@sayback/contract';
import { createApi, logInForTokens } from '../../../e2e/support/api.ts';
import { ADMIN, startSayback } from '../../../e2e/support/sayback-server.ts';
import { HOSTILE_FORMATS, type HostileFormat } from '../../../packages/subtitles/src/testing/grammars.ts';
import { hostileFile } from '../../../packages/subtitles/src/testing/hostile-file.ts';
import { inMegabytes, inSeconds, timed } from '../metrics.ts';
import {
  findServerProcess,
  readPeakMemory,
  readProcessorTime,
  readResidentBytes,
  resetPeakMemory,
} from '../processes.ts';
import type { Report, Row } from '../report.ts';
import { findSuspects } from './find-suspects.ts';

const SIZES = [2, 4, 8, 16].map((mib) => mib * 1024 * 1024);
const MAX_GROWTH = 2.3;
const MAX_MS = 5000;
const MAX_MEMORY = 300 * 1024 * 1024;
/** Minimum time for computing the growth: below it, the request's overhead dominates. */
const MIN_MS = 200;
const SUSPECTS = 2;

/**
 * Returns the first seed of each half. The first half's seeds are always the same; the second half's differ, so that readers
 * can't be tuned to them.
 */
const splitSeeds = (seed: number) => [
  { name: 'seen', from: 0 },
  { name: 'unseen', from: seed },
];

/** `seeds` is the number per half; `only` matches the names of formats. */
export type ReadersSettings = { seeds: number; seed: number; only: string };

type Upload = { took: number; processor: number; memory: number; status: number; cues: number };
type Worst = { growth: number; took: number; memory: number; cues: number; failures: string[] };

/** Returns the factor by which the time grows when the size doubles, fitted over all sizes. */
function computeGrowth(times: readonly number[]): number {
  const logs = times.map((ms) => Math.log2(Math.max(ms, MIN_MS)));
  const middle = (logs.length - 1) / 2;
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const slope = logs.reduce((sum, log, at) => sum + (at - middle) * (log - mean), 0);
  return 2 ** (slope / logs.reduce((sum, _, at) => sum + (at - middle) ** 2, 0));
}

/** Uploads hostile files of every format to the real server, and measures time, growth and memory. */
export async function measureReaders({ seeds, seed, only }: ReadersSettings): Promise<Report> {
  const halves = splitSeeds(seed);
  const server = await startSayback();
  try {
    const { access } = await logInForTokens(server.url, ADMIN);
    const api = createApi(server.url, access);
    const pid = await findServerProcess(process.pid);

    async function upload(file: Uint8Array, idle: number): Promise<Upload> {
      const body = { title: 'A file', description: '', original_language: 'en' };
      const { id } = await api(videos.createVideo, { body });
      const form = new FormData();
      form.set('language', 'en');
      form.set('subtitle_file', new Blob([new Uint8Array(file)]), 'a.srt');
      await resetPeakMemory(pid);
      const before = await readProcessorTime(pid);
      const { took, result } = await timed(async () => {
        const response = await fetch(server.url + buildUrl(subtitles.uploadSubtitle.path, { id }), {
          method: 'POST',
          headers: { authorization: `Bearer ${access}` },
          body: form,
        });
        const read = (await response.json()) as { cue_count?: number };
        return { status: response.status, cues: read.cue_count ?? 0 };
      });
      const processor = (await readProcessorTime(pid)) - before;
      return { took, processor, memory: (await readPeakMemory(pid)) - idle, ...result };
    }

    async function tryFile(format: HostileFormat, seed: number, idle: number, worst: Worst): Promise<void> {
      const { form } = hostileFile(format, seed, 1000);
      const times: number[] = [];
      for (const size of SIZES) {
        const { took, processor, memory, status, cues } = await upload(
          hostileFile(format, seed, size).file,
          idle,
        );
        times.push(processor);
        worst.took = Math.max(worst.took, took);
        worst.memory = Math.max(worst.memory, memory);
        worst.cues = Math.max(worst.cues, cues);
        const isWrong = status >= 500 || took > MAX_MS || memory > MAX_MEMORY;
        if (isWrong)
          worst.failures.push(
            `${format} ${seed}, ${size}: ${status}, ${inSeconds(took)}, ${inMegabytes(memory)}: ${form}`,
          );
      }
      const growth = computeGrowth(times);
      if (growth > MAX_GROWTH)
        worst.failures.push(`${format} ${seed}: grows ${growth.toFixed(2)} ×: ${form}`);
      worst.growth = Math.max(worst.growth, growth);
    }

    await upload(Buffer.from('1\n00:00:01,000 --> 00:00:02,000\na\n'), 0);
    const idle = await readResidentBytes(pid);
    const rows: Row[] = [];
    const failures: string[] = [];
    for (const format of HOSTILE_FORMATS.filter((name) => new RegExp(only).test(name))) {
      for (const { name, from } of halves) {
        const suspects = findSuspects(
          format,
          Array.from({ length: seeds }, (_, at) => from + at),
          SUSPECTS,
        );
        const worst: Worst = { growth: 0, took: 0, memory: 0, cues: 0, failures: [] };
        for (const seed of suspects) await tryFile(format, seed, idle, worst);
        const { growth, took, memory, cues } = worst;
        const measured = `${growth.toFixed(2)} ×, ${inSeconds(took)}, ${inMegabytes(memory)}, ${cues} cues`;
        const aim = `≤ ${MAX_GROWTH} ×, ${inSeconds(MAX_MS)}, ${inMegabytes(MAX_MEMORY)}, 100000 cues`;
        rows.push({
          what: `${format}: ${seeds} seeds ${name}`,
          measured,
          aim,
          met: worst.failures.length === 0,
        });
        failures.push(...worst.failures);
        process.stderr.write(`${rows.at(-1)?.what}: ${measured} (${suspects.join(', ')})\n`);
      }
    }
    return {
      rows,
      failures,
      notes: [
        `Random files from a grammar of each format, with seeds from ${halves.map(({ from }) => from).join(' and from ')} on. All are read ` +
          'in this process at 128 and 512 KiB; the slowest two of each half, and the two that grow most, are uploaded at 2, 4, 8 and ' +
          '16 MiB. The worst of these: how many times as much processor time of the server twice the size takes, the longest response, ' +
          'and the most resident memory beyond that of the idle server.',
      ],
    };
  } finally {
    await server.stop();
  }
}
