import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, sayback, useFolder } from './testing/run-sayback.ts';

useFolder();

const DATA = resolve(import.meta.dirname, '../../../../shared/data');
const TOOL = resolve(import.meta.dirname, '../../../../shared/tools/score-alignment.mjs');

describe.skipIf(!existsSync(DATA))('the files of ../shared/data (skipped if absent)', () => {
  it('are aligned well, according to the score tool', async () => {
    const pair = 'S-en-de-clean';
    const { stdout } = await sayback([
      'align',
      `${DATA}/alignment/${pair}/orig.srt`,
      `${DATA}/alignment/${pair}/target.srt`,
      '--format',
      'beads',
    ]);
    mkdirSync(join(folder, 'gold'));
    mkdirSync(join(folder, 'answers'));
    mkdirSync(join(folder, 'gold', pair));
    writeFileSync(
      join(folder, 'gold', pair, 'gold.json'),
      readFileSync(`${DATA}/alignment/${pair}/gold.json`),
    );
    writeFileSync(join(folder, 'answers', `${pair}.json`), stdout);
    const args = [TOOL, join(folder, 'gold'), join(folder, 'answers'), '--json'];
    const score = JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout);
    expect(score.macro.missing).toBe(0);
    expect(score.macro.core.strict[2]).toBeGreaterThan(0.9);
  });

  it('have the same cue times as in Chromium, if they are WebVTT', async () => {
    type Expected = { file: string; chromium: { cues: { startTime: number; endTime: number }[] } };
    const cases: Expected[] = JSON.parse(readFileSync(`${DATA}/vtt/expected.json`, 'utf8'));
    const { lines } = await sayback([
      'convert',
      ...cases.map((testCase) => `${DATA}/vtt/${testCase.file}`),
      '--to',
      'json',
    ]);
    const times = ({ cues }: { cues: { start_ms: number; end_ms: number }[] }) =>
      cues.map(({ start_ms, end_ms }) => [start_ms, end_ms]);
    const expected = cases.map(({ chromium }) =>
      chromium.cues.map(({ startTime, endTime }) => [
        Math.round(startTime * 1000),
        Math.round(endTime * 1000),
      ]),
    );
    expect(lines().map(times)).toEqual(expected);
  });

  it('are deduplicated, if they are rolling captions', async () => {
    const expected = JSON.parse(readFileSync(`${DATA}/youtube-captions/expected.json`, 'utf8'));
    const names = Object.keys(expected);
    const paths = names.map((name) => `${DATA}/youtube-captions/${name}`);
    const { status, lines } = await sayback(['convert', ...paths, '--to', 'json']);
    expect(status).toBe(0);
    for (const [at, { cues }] of lines().entries()) {
      const texts = expected[names[at] ?? ''].deduplicated.map(({ text }: { text: string }) => text);
      expect(cues.map(({ text }: { text: string }) => text)).toEqual(texts);
    }
  });
});
