import { describe, expect, it } from 'vitest';
import { readSubtitles } from '../formats.ts';
import { readScc } from './read-scc.ts';

const HEAD = 'Scenarist_SCC V1.0\n\n';
const HELLO = 'c8e5 ecec ef80';
const WORLD = 'f7ef f2ec 6480';
const ROW_14 = '9440 9440';
const ROW_15 = '9470 9470';
const LOAD = '9420 9420 94ae 94ae';
const SHOW = '942f 942f';
const CLEAR = '942c 942c';
const readTexts = (codes: string) =>
  readScc(`${HEAD}00:00:01:00\t${codes}\n\n00:00:09:00\t${CLEAR}`).cues.map(({ text }) => text);

describe('reading Scenarist SCC', () => {
  it('shows a caption from its display code to the clear code', () => {
    const file = `${HEAD}00:00:01:00\t${LOAD} ${ROW_15} ${HELLO}\n\n00:00:02:00\t${SHOW}\n\n00:00:04:15\t${CLEAR}\n`;
    expect(readSubtitles(file)).toEqual({
      format: 'scc',
      cues: [{ index: 1, start: 2002, end: 4505, text: 'Hello' }],
      problems: [],
    });
  });

  it.each([
    ['two rows', `${LOAD} ${ROW_14} ${HELLO} ${ROW_15} ${WORLD} ${SHOW}`, ['Hello\nworld']],
    [
      'rows from the top, loaded in any order',
      `${LOAD} ${ROW_15} ${WORLD} ${ROW_14} ${HELLO} ${SHOW}`,
      ['Hello\nworld'],
    ],
    [
      'a caption that takes the place of another',
      `${LOAD} ${ROW_15} ${HELLO} ${SHOW} ${LOAD} ${ROW_15} ${WORLD} ${SHOW}`,
      ['Hello', 'world'],
    ],
    ['lines that roll up', `9425 9425 94ad 94ad ${ROW_15} ${HELLO} 94ad 94ad ${WORLD}`, ['Hello', 'world']],
    ['a caption that is painted on', `9429 9429 ${ROW_15} ${HELLO}`, ['Hello']],
    ['music and accents', `${LOAD} ${ROW_15} 9137 9137 5c80 ${SHOW}`, ['♪é']],
    [
      'an extended character that replaces the previous one',
      `${LOAD} ${ROW_15} c180 9220 9220 ${SHOW}`,
      ['Á'],
    ],
    ['a deleted character', `${LOAD} ${ROW_15} ${HELLO} 94a1 94a1 ${SHOW}`, ['Hell']],
    ['nothing of the second channel', `${LOAD} ${ROW_15} ${HELLO} 1c2c ${WORLD} ${SHOW}`, ['Hello']],
  ])('reads %s', (_, codes, expected) => {
    expect(readTexts(codes)).toEqual(expected);
  });

  it('skips the frame numbers that drop-frame times omit', () => {
    const file = `${HEAD}00:01:00;02\t${LOAD} ${ROW_15} ${HELLO}\n\n00:10:00;00\t${SHOW}\n\n00:10:01;00\t${CLEAR}`;
    expect(readScc(file).cues).toMatchObject([{ start: 599999, end: 601000 }]);
  });

  it('reports an unreadable line', () => {
    expect(readScc(`${HEAD}00:00:01:00\tnot hex`).problems).toMatchObject([
      { line: 3, id: 'unreadableTimes' },
    ]);
  });

  it('reports a file that displays nothing', () => {
    expect(readScc(HEAD).problems).toMatchObject([{ line: 1, id: 'noTimedText' }]);
  });
});
