import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readVtt } from './read-vtt.ts';

/** Generated WebVTT files, many of them invalid, and the times and visible texts that Chromium read from them. */
type Case = { file: string; cues: [start: number, end: number, text: string][] };

const cases: Case[] = JSON.parse(readFileSync(new URL('chromium-results.json', import.meta.url), 'utf8'));

// Chromium returns cues sorted by time; the reader returns them in file order, without blank lines around texts.
const sortCues = (cues: Case['cues']) =>
  cues
    .map(([start, end, text]) => [start, end, text.replace(/\r\n?/g, '\n').replace(/^\n+|\n+$/g, '')])
    .sort((a, b) => Number(a[0]) - Number(b[0]) || Number(b[1]) - Number(a[1]));

it('the cues of each generated file equal Chromium’s', () => {
  expect(cases.length).toBe(160);
  const wrong = cases.filter(({ file, cues }) => {
    const actual = readVtt(file).cues.map(({ start, end, text }): Case['cues'][number] => [start, end, text]);
    return JSON.stringify(sortCues(actual)) !== JSON.stringify(sortCues(cues));
  });
  expect(wrong).toEqual([]);
});
