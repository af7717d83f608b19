import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { divideLine } from '../divide-line.ts';
import { sentenceLengths } from '../join-sentences.ts';

/**
 * `divide` contains both texts by languages ('en-es'); `|` is a division, `/` the end of a cue in the file. `join` contains lines
 * of a file by language; lines with `+` between them are one sentence.
 */
type Cases = { divide: Record<string, Record<string, string>>; join: Record<string, string[]> };

const readCases = (name: string): Cases =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Cases;

const tidy = (text: string) => text.replace(/[|/]/g, '').replace(/ {2,}/g, ' ').trim();
const divideMarked = (text: string) => text.split('|').map(tidy);

const START = 20_000;
const LENGTH = 8000;

/** Returns the cues of a text, with durations by the number of letters and short pauses between them. */
function buildCues(marked: string) {
  const texts = marked.replace('/|', '/').split('/').map(tidy);
  if (texts.length < 2) return [];
  const letters = texts.join('').length;
  let end = START;
  return texts.map((text) => {
    const start = end;
    end += (LENGTH * text.length) / letters;
    return { start: Math.round(start), end: Math.round(end) - 150, text };
  });
}

function divideCase(languages: string, original: string, target: string) {
  const [originalLanguage = '', translationLanguage = ''] = languages.split('-');
  const line = { start: START, end: START + LENGTH, original: tidy(original), target: tidy(target) };
  const cues = { original: buildCues(original), target: buildCues(target) };
  const division = divideLine(
    line,
    { original: originalLanguage, target: translationLanguage },
    { cues, neighbours: [], words: null },
  );
  const parts = division?.parts ?? [line];
  return {
    confidence: division?.confidence ?? 0,
    texts: parts.map((part) => `${part.original} = ${part.target}`),
    expected: divideMarked(original).map((text, index) => `${text} = ${divideMarked(target)[index]}`),
  };
}

const divideCases = ({ divide }: Cases) =>
  Object.entries(divide).flatMap(([languages, texts]) =>
    Object.entries(texts).map(([original, target]) => divideCase(languages, original, target)),
  );

function joinCases({ join }: Cases) {
  return Object.entries(join).flatMap(([language, cases]) =>
    cases.map((text) => {
      const groups = text.split('|').map((group) => group.split('+').map((line) => line.trim()));
      const lines = groups
        .flat()
        .map((original, index) => ({ start: index * 2200, end: index * 2200 + 2000, original }));
      return {
        text,
        lengths: sentenceLengths(lines, language),
        expected: groups.map(({ length }) => length),
      };
    }),
  );
}

const isRight = ({ texts, expected }: ReturnType<typeof divideCase>) =>
  texts.join('|') === expected.join('|');

describe.each(['seen', 'unseen'])('lines of twelve languages, the %s half of the cases', (half) => {
  const cases = readCases(`${half}.json`);
  const divisions = divideCases(cases);
  const joins = joinCases(cases);

  it('are divided and joined correctly in 97 % of cases', () => {
    const wrong = [
      ...divisions.filter((division) => !isRight(division)),
      ...joins.filter(({ lengths, expected }) => `${lengths}` !== `${expected}`),
    ];
    expect(wrong.length / (divisions.length + joins.length), JSON.stringify(wrong)).toBeLessThanOrEqual(0.03);
  });

  it('are divided correctly in 95 % of cases with a confidence of 0.9', () => {
    const confident = divisions.filter(({ confidence }) => confidence >= 0.9);
    expect(confident.length).toBeGreaterThan(divisions.length / 4);
    expect(confident.filter(isRight).length / confident.length).toBeGreaterThanOrEqual(0.95);
  });
});

describe('the cases', () => {
  it('include at least 300', () => {
    const allCases = ['seen.json', 'unseen.json'].map(readCases);
    const count = allCases.flatMap((cases) => [...divideCases(cases), ...joinCases(cases)]).length;
    expect(count).toBeGreaterThanOrEqual(300);
  });
});
