import { describe, expect, it } from 'vitest';
import { translateMessage } from '../../../messages/translate-message.ts';
import { readTable, type TableProblem, type TableSegment, writeCsv, writeTsv } from './segment-table.ts';

const createSegment = (change: Partial<TableSegment> = {}): TableSegment => ({
  start: 1000,
  end: 2500,
  text_original: 'Good morning.',
  text_target: 'Buenos días.',
  mismatch: false,
  label: '1-1',
  ...change,
});

const read = (text: string) => readTable(Buffer.from(text));
const HEADER = 'index,start,end,text_original,text_target,mismatch,label';
const ROW = '1,00:00:01.000,00:00:02.500,a,b,0,x';

describe('a segment table', () => {
  it('starts with a byte order mark and its column names', () => {
    expect(writeCsv([createSegment()])).toBe(
      '\uFEFF"index","start","end","text_original","text_target","mismatch","label"\r\n' +
        '1,"00:00:01.000","00:00:02.500","Good morning.","Buenos días.",0,"1-1"\r\n',
    );
  });

  it.each([
    ['a formula', '=HYPERLINK("http://evil";"x")'],
    ['a plus', '+1'],
    ['a dialogue dash', '- ¿Qué tal?\n- Bien.'],
    ['an at sign', '@SUM(1)'],
    ['a tab', '\t=1'],
    ['a carriage return', '\r=1'],
    ['a line feed', '\n=1'],
    ['a full-width sign', '＝1'],
  ])('escapes a cell that starts with %s, and reads it back unchanged', (_, text) => {
    const written = writeCsv([createSegment({ text_target: text })]);
    expect(written).toContain(`"'${text.replaceAll('"', '""')}"`);
    expect(read(written)).toMatchObject([{ text_target: text }]);
  });

  it.each(["'=1", "''-a", "'", "'tis", "''", 'a "b", c;\td', 'one\r\ntwo\rthree\n', ' spaced ', '😀', ''])(
    'reads back %j unchanged',
    (text) => {
      expect(read(writeCsv([createSegment({ text_original: text, text_target: text })]))).toEqual([
        expect.objectContaining({ text_original: text, text_target: text }),
      ]);
    },
  );

  it('is parsed in other encodings, delimiters and column orders', () => {
    const row = {
      row: 2,
      index: 3,
      start: '1',
      end: '2',
      text_original: 'é',
      text_target: 'ñ',
      mismatch: true,
    };
    const cells = 'Label;Mismatch;extra;text_target;text_original;END;start;index\n;VERDADERO;?;ñ;é;2;1;3\n';
    expect(readTable(Buffer.from(cells, 'latin1'))).toEqual([{ ...row, label: '' }]);
    const tabs = Buffer.from(`\uFEFF${cells.replaceAll(';', '\t')}`, 'utf16le');
    expect(readTable(tabs)).toEqual([{ ...row, label: '' }]);
  });

  it('skips blank rows, and numbers rows as a spreadsheet does', () => {
    expect(read(`${HEADER}\r\n\r\n,,,,,,\r\n${ROW}\r\n\r\n`)).toMatchObject([{ row: 4, index: 1 }]);
  });

  it.each([
    ['unknown columns', 'a,b\n1,2', null, 'Missing: index, start'],
    ['no content', '', null, 'Missing: index, start'],
    ['an unclosed quotation mark', `${HEADER}\n"1,2\n`, null, 'Line 2'],
    ['an invalid index', `${HEADER}\n${ROW}\n${ROW.replace('1,', '1.5,')}`, 3, 'index'],
    ['an invalid mismatch', `${HEADER}\n${ROW.replace(',0,', ',maybe,')}`, 2, 'mismatch'],
    ['a long label', `${HEADER}\n${ROW}${'x'.repeat(40)}`, 2, 'label has more than 40'],
    ['a long text', `${HEADER}\n${ROW.replace(',a,', `,${'a'.repeat(10_001)},`)}`, 2, 'text_original'],
    ['NUL', `${HEADER}\n${ROW.replace(',b,', ',b\0,')}`, 2, 'text_target'],
  ])('is rejected with the row and the reason: %s', (_, text, row, reason) => {
    const tableProblem = read(text) as TableProblem;
    expect(tableProblem.row).toBe(row);
    expect(translateMessage('en', tableProblem.problem)).toContain(reason);
  });

  it('has a replacement character for each lone surrogate', () => {
    const bytes = Buffer.from(`\uFEFF${HEADER}\n${ROW.replace(',b,', ',b\ud800,')}`, 'utf16le');
    expect(readTable(bytes)).toMatchObject([{ text_target: 'b\uFFFD' }]);
  });

  it('is rejected if it has too many rows', () => {
    const tableProblem = read(`${HEADER}${'\n1,1,1,1,1,1,1'.repeat(200_001)}`) as TableProblem;
    expect(translateMessage('en', tableProblem.problem)).toContain('200000');
  });
});

describe('Anki cards', () => {
  it('follow the headers of Anki’s text import, with every cell quoted', () => {
    const card = { front: '#uno\tdos', back: 'say "hi"\nnow', times: '1 – 2', audio: '[sound:a.mp3]' };
    expect(writeTsv([card])).toBe(
      '#separator:tab\n#html:false\n#columns:Front\tBack\tTimes\tAudio\n' +
        '"#uno\tdos"\t"say ""hi""\nnow"\t"1 – 2"\t"[sound:a.mp3]"\n',
    );
  });
});
