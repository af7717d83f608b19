import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { detectLanguage, isSubtitleName, uploadErrorText } from './subtitle-file.ts';

const CODES = ['en', 'es', 'fr', 'ja', 'pt', 'pt-BR', 'zh-Hans'];

describe('a subtitle file’s name', () => {
  it.each([
    ['clip.es.srt', 'es'],
    ['Clip One.ES.SRT', 'es'],
    ['clip_ja.vtt', 'ja'],
    ['clip [en].srt', 'en'],
    ['clip.fr.ass', 'fr'],
    ['clip (en).vtt', 'en'],
    ['clip.pt-BR.vtt', 'pt-BR'],
    ['clip.pt_br.vtt', 'pt-BR'],
    ['clip.zh-Hans.srt', 'zh-Hans'],
    ['clip.en-GB.srt', 'en'],
  ])('%s implies the language %s', (name, language) => {
    expect(detectLanguage(name, CODES)).toBe(language);
  });

  it.each(['es.srt', 'clip.srt', 'clip.xx.srt', 'lessen.srt', 'clip.es.doc', 'What is it.srt'])(
    '%s implies no language',
    (name) => {
      expect(detectLanguage(name, CODES)).toBeNull();
    },
  );

  it('has a known extension, in lower or upper case', () => {
    expect(['a.srt', 'a.VTT', 'a.ass', 'a.sbv', 'a.srt.zip', 'srt'].map(isSubtitleName)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('the message about a failed upload', () => {
  it('omits the field’s name', () => {
    const error = new ApiError(400, { detail: 'language: Unknown.', language: ['Unknown.'] });
    expect(uploadErrorText(error, 'Failed.')).toBe('Failed. Unknown.');
  });

  it('includes the detail, if there is one', () => {
    expect(uploadErrorText(new ApiError(413, { detail: 'Too large.' }), 'Failed.')).toBe(
      'Failed. Too large.',
    );
    expect(uploadErrorText(new ApiError(500), 'Failed.')).toBe('Failed.');
  });
});
