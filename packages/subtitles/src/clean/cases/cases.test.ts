import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clean } from '../clean.ts';

// Keys are "language switches" (h, s and e); values map each text to the cleaned text, or null if the cue is removed.
type Cases = Record<string, Record<string, string | null>>;

const readCases = (name: string): Cases =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Cases;

function cleanCases(cases: Cases) {
  return Object.entries(cases).flatMap(([group, texts]) => {
    const [language = '', switches = ''] = group.split(' ');
    const options = {
      language,
      hearingImpaired: switches.includes('h'),
      speakerNames: switches.includes('s'),
      effects: switches.includes('e'),
    };
    return Object.entries(texts).map(([text, expected]) => {
      const actual = clean([{ index: 1, start: 0, end: 1000, text }], options).cues[0]?.text ?? null;
      return { group, text, actual, expected };
    });
  });
}

describe('cleaning in ten languages', () => {
  it('is correct for the cases that the rules were written for', () => {
    const results = cleanCases(readCases('seen.json'));
    expect(results.length).toBeGreaterThan(200);
    expect(results.filter(({ actual, expected }) => actual !== expected)).toEqual([]);
  });

  it('is correct for cases that weren’t used to write the rules', () => {
    const results = cleanCases(readCases('unseen.json'));
    expect(results.length).toBeGreaterThan(200);
    expect(results.filter(({ actual, expected }) => actual !== expected)).toEqual([]);
  });

  it('is correct for cases by an author who didn’t know the rules', () => {
    const results = cleanCases(readCases('fresh.json'));
    expect(results.length).toBeGreaterThan(100);
    expect(results.filter(({ actual, expected }) => actual !== expected)).toEqual([]);
  });
});
