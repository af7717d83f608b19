import type { Hint } from '@sayback/speech';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Take } from '../../analysis/take.ts';
import { TurnHint } from './hint-text.tsx';

const WORDS = ['Un', 'kilo', 'de', 'tomates,', 'por', 'favor.'].map((text, index) => ({
  text,
  start: index,
  end: index + 1,
}));

const TAKE: Take = {
  sound: new Blob(),
  frames: null,
  original: null,
  words: WORDS,
  compared: null,
  isMeasured: true,
};

const renderHint = (hint: Hint, words = WORDS) =>
  render(<TurnHint hint={hint} take={TAKE} words={words} language="es" />).container.textContent;

it('the hint names the word after which a take stopped', () => {
  expect(renderHint({ kind: 'stopped-early', at: 4.1 })).toContain('You stopped after tomates.');
  expect(renderHint({ kind: 'stopped-early', at: 2.8 })).toContain('You stopped after de.');
});

it('the hint names no word if the text is hidden, or the take stopped before the first word', () => {
  for (const words of [[], WORDS.slice(5)])
    expect(renderHint({ kind: 'stopped-early', at: 2 }, words)).toContain('You stopped before the end.');
});
