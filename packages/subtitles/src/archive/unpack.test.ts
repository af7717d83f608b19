import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { unpackSubtitle, unzipSubtitles } from './unpack.ts';

const SRT = strToU8('1\n00:00:01,000 --> 00:00:02,000\nHello\n');
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const listNames = (bytes: Uint8Array) => {
  const unpacked = unzipSubtitles(bytes);
  return 'files' in unpacked ? unpacked.files.map(({ name }) => name) : unpacked.problem.id;
};

describe('a zip archive', () => {
  it('yields its subtitle files without folders, and nothing else', () => {
    const zip = zipSync({
      'film/en.srt': SRT,
      'film/es.vtt': SRT,
      'film/poster.jpg': SRT,
      '__MACOSX/film/._en.srt': SRT,
      'film/._es.vtt': SRT,
      'more.zip': zipSync({ 'fr.srt': SRT }),
    });
    expect(listNames(zip)).toEqual(['en.srt', 'es.vtt']);
  });

  it.each([0, 9] as const)('is unpacked at compression level %d', (level) => {
    const unpacked = unpackSubtitle(zipSync({ 'a.srt': SRT }, { level }));
    expect('bytes' in unpacked && text(unpacked.bytes)).toBe(text(SRT));
  });

  it('is unpacked with any modification time', () => {
    // The encoded seconds contain the signature byte of a PGS file.
    const mtime = new Date(2026, 10, 24, 12, 48, 44);
    expect(listNames(zipSync({ 'a.srt': SRT }, { mtime }))).toEqual(['a.srt']);
    expect(unpackSubtitle(zipSync({ 'a.srt': SRT }, { mtime }))).toHaveProperty('bytes');
  });

  it('with several subtitles is rejected with their names', () => {
    expect(unpackSubtitle(zipSync({ 'en.srt': SRT, 'es.srt': SRT }))).toMatchObject({
      problem: { id: 'manyInArchive', values: { count: 2, names: 'en.srt, es.srt' } },
    });
  });

  it('without subtitles is rejected', () => {
    expect(listNames(zipSync({ 'a.doc': SRT }))).toBe('noneInArchive');
  });

  it('that unpacks beyond the size limit is rejected before unpacking', () => {
    expect(listNames(zipSync({ 'bomb.srt': new Uint8Array(17 * 1024 * 1024) }))).toBe('archiveTooLarge');
    const half = new Uint8Array(15 * 1024 * 1024);
    const five = Object.fromEntries([1, 2, 3, 4, 5].map((nth) => [`${nth}.srt`, half]));
    expect(listNames(zipSync(five))).toBe('archiveTooLarge');
  });

  it('of thousands of files is rejected', () => {
    const many = Object.fromEntries(
      Array.from({ length: 2001 }, (_, nth) => [`${nth}.txt`, new Uint8Array()]),
    );
    expect(listNames(zipSync(many, { level: 0 }))).toBe('archiveTooLarge');
  });

  it('with wrong sizes in its headers is rejected', () => {
    const zip = zipSync({ 'bomb.srt': new Uint8Array(17 * 1024 * 1024) });
    const view = new DataView(zip.buffer);
    view.setUint32(22, 10, true);
    expect(listNames(zip)).toBe('archiveTooLarge');
  });

  it('that is damaged or truncated never throws', () => {
    const zip = zipSync({ 'a.srt': strToU8('x'.repeat(5000)), 'b.srt': SRT });
    for (let length = 4; length < zip.length; length += 7) unpackSubtitle(zip.subarray(0, length));
    for (let index = 4; index < zip.length; index += 3) {
      const broken = zip.slice();
      broken[index] = (broken[index] ?? 0) ^ 0xff;
      unpackSubtitle(broken);
    }
    expect(listNames(strToU8('PK\x03\x04'))).toBe('brokenArchive');
  });
});

describe('an unsupported format', () => {
  const latin1 = (begins: string) => Uint8Array.from(begins, (character) => character.charCodeAt(0));

  it.each([
    ['%PDF-1.7', 'PDF'],
    ['{\\rtf1\\ansi', 'RTF'],
    ['\xD0\xCF\x11\xE0\xA1', 'Word'],
    ['\0\0\x01\xBA\x44', 'VobSub'],
    ['PG\0\0\0\0\0\0\0\0\x16', 'PGS'],
    ['\x1F\x8B\x08', 'gzip'],
    ['Rar!\x1A', 'RAR'],
    ['7z\xBC\xAF\x27\x1C', '7-Zip'],
  ])('is rejected with its name: %j is %s', (begins, format) => {
    expect(unpackSubtitle(latin1(begins))).toMatchObject({ problem: { values: { format } } });
  });

  it.each(['', 'PG rated films\n', '1\n00:00', 'STL', '\xFF\xFEa\0'])(
    'isn’t a file that starts with %j',
    (begins) => {
      expect(unpackSubtitle(latin1(begins))).toEqual({ bytes: latin1(begins) });
    },
  );
});
