import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readVtt } from './read-vtt.ts';

/** Files drawn from the grammar of WebVTT and its mistakes, and what Chromium's own parser read in them: times and visible texts. */
type Case = { file: string; cues: [start: number, end: number, text: string][] };

const cases: Case[] = JSON.parse(readFileSync(new URL('as-chromium.json', import.meta.url), 'utf8'));

// Scripts see cues in the order of time; the reader keeps that of the file, and cuts blank lines around a text.
const inOrder = (cues: Case['cues']) =>
  cues
    .map(([start, end, text]) => [start, end, text.replace(/\r\n?/g, '\n').replace(/^\n+|\n+$/g, '')])
    .sort((a, b) => Number(a[0]) - Number(b[0]) || Number(b[1]) - Number(a[1]));

it('each generated WebVTT file is read like Chromium does', () => {
  expect(cases.length).toBe(160);
  const wrong = cases.filter(({ file, cues }) => {
    const read = readVtt(file).cues.map(({ start, end, text }): Case['cues'][number] => [start, end, text]);
    return JSON.stringify(inOrder(read)) !== JSON.stringify(inOrder(cues));
  });
  expect(wrong).toEqual([]);
});
