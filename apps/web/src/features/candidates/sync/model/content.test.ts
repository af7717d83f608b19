import { describe, expect, it } from 'vitest';
import { createCueDocument, listTexts, listTimes } from '../testing/cue-documents.ts';
import { isWritable, readContent, writeContent } from './content.ts';
import { applyChange } from './cue-document.ts';

const SRT = '1\n00:00:01,000 --> 00:00:02,500\nHola\n\n2\n00:00:03,000 --> 00:00:04,000\n¿Qué tal?\nBien\n';
const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.500\n<i>Hola</i>\n';

describe('version content', () => {
  it('reads an SRT version', () => {
    const cueDocument = readContent(SRT);
    expect(listTexts(cueDocument)).toEqual(['Hola', '¿Qué tal?\nBien']);
    expect(listTimes(cueDocument)[0]).toEqual([1000, 2500]);
    expect(cueDocument.ids).toEqual([1, 2]);
  });

  it('reads a WebVTT version', () => {
    expect(listTexts(readContent(VTT))).toEqual(['Hola']);
  });

  it('reads no cues from an unreadable version', () => {
    expect(readContent('hello').cues).toEqual([]);
  });

  it('writes an unchanged SRT version identically', () => {
    expect(writeContent(readContent(SRT))).toBe(SRT);
  });

  it('writes a WebVTT version as SRT, with its italics', () => {
    expect(writeContent(readContent(VTT))).toContain('00:00:01,000 --> 00:00:02,500\n<i>Hola</i>');
  });

  it('numbers written segments from 1, skipping empty ones', () => {
    const { cueDocument } = applyChange(createCueDocument([0, 1000], [2000, 3000], [4000, 5000]), {
      op: 'text',
      n: 2,
      text: '  ',
    });
    expect(writeContent(cueDocument)).toBe(
      '1\n00:00:00,000 --> 00:00:01,000\nLine 1\n\n2\n00:00:04,000 --> 00:00:05,000\nLine 3\n',
    );
    expect(isWritable(cueDocument)).toBe(true);
  });

  it('isn’t writable without any text', () => {
    expect(
      isWritable(applyChange(createCueDocument([0, 1000]), { op: 'text', n: 1, text: '\n' }).cueDocument),
    ).toBe(false);
  });
});
