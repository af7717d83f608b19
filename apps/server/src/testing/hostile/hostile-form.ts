import { gzipSync } from 'node:zlib';
import { ENGLISH_SRT, silentMp3 } from '../fixtures.ts';
import type { Body, Mutation } from './hostile-request.ts';
import type { Random } from './random.ts';

const CSV =
  'index,start,end,text_original,text_target,mismatch,label\r\n1,00:00:01.000,00:00:02.000,One,Uno,0,x\r\n';

const VALID_FILES: Record<string, () => Buffer> = {
  subtitle_file: () => Buffer.from(ENGLISH_SRT),
  csv_file: () => Buffer.from(CSV),
  media_file: silentMp3,
  thumbnail_file: () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1]),
};

const ODD_CONTENTS: readonly (string | Buffer)[] = [
  '',
  '\0'.repeat(1000),
  '\ufeff',
  Buffer.from(ENGLISH_SRT, 'utf16le'),
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.from(Array.from({ length: 3000 }, (_, n) => (n * 7919) % 256)),
  gzipSync('0'.repeat(1_000_000)),
  '1\n00:00:01,000 --> 99999999:00:00,000\nx\n',
  '1\n00:00:02,000 --> 00:00:01,000\nbackwards\n',
  '1\n00:00:01,000 --> 00:00:02,000\n\0\n',
  `1\n00:00:01,000 --> 00:00:02,000\n${'<b>'.repeat(5000)}\n`,
  `1\n00:00:01,000 --> 00:00:02,000\n${'a'.repeat(50_000)}\n`,
  'WEBVTT\n\nSTYLE\n::cue { background: url(http://127.0.0.1/) }\n\n00:01.000 --> 00:02.000\n<script>x</script>\n',
  '[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\p1}x\n',
  `${CSV}2,soon,later,a,b,maybe,${'x'.repeat(50)}\r\n`,
  CSV.replace('index', '__proto__'),
  `${CSV.split('\r\n')[0]}\r\n"`,
  '<!doctype html><script>alert(1)</script>',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  Buffer.from('GIF89a/*\x00*/=1;alert(1)'),
  Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), Buffer.from('<script>alert(1)</script>')]),
];

const FILE_NAMES = [
  'subtitle.srt',
  '../../../etc/passwd',
  'C:\\windows\\evil.exe',
  '',
  '.',
  '\u202etrs.exe',
  'a%00b.srt',
  'a%0d%0aSet-Cookie: x=1.srt',
  'a\\"b.srt',
  `${'long'.repeat(2500)}.srt`,
  '__proto__',
  '<img src=x onerror=alert(1)>.srt',
  '=cmd|calc.srt',
];

const FIELD_NAMES = ['__proto__', 'constructor', 'toString', '', 'x'.repeat(5000), 'language[]', 'a\\"b'];

const part = (disposition: string, content: string | Buffer, extraHeaders = '') =>
  Buffer.concat([
    Buffer.from(`Content-Disposition: form-data; ${disposition}\r\n${extraHeaders}\r\n`),
    Buffer.from(content),
  ]);

function joinParts(parts: readonly Buffer[], boundary: string, end = '--\r\n'): Buffer {
  const lines = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')]);
  return Buffer.concat([...lines, Buffer.from(`--${boundary}${end}`)]);
}

const wrapForm = (body: Buffer, boundary: string): Body => ({
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  body,
});

const fieldPart = ([name, value]: [string, unknown]) => part(`name="${name}"`, String(value));

const filePart = (field: string, content: string | Buffer, name = 'file.srt') =>
  part(`name="${field}"; filename="${name}"`, content, 'Content-Type: application/octet-stream\r\n');

/** Builds a valid form as a browser does. */
export function validForm(fields: Record<string, unknown>, files: readonly string[]): Body {
  const fileParts = files.map((field) => filePart(field, VALID_FILES[field]?.() ?? ''));
  return wrapForm(joinParts([...Object.entries(fields).map(fieldPart), ...fileParts], 'sayback'), 'sayback');
}

type Mutator = (fields: Buffer[], field: string, random: Random) => Mutation<Body>;

const buildForm = (parts: Buffer[]) => wrapForm(joinParts(parts, 'sayback'), 'sayback');
const validPart = (field: string) => filePart(field, VALID_FILES[field]?.() ?? '');

const MUTATORS: Mutator[] = [
  (fields, field, random) => ({
    description: 'an odd file',
    ...buildForm([...fields, filePart(field, random.pick(ODD_CONTENTS))]),
  }),
  (fields, field, random) => ({
    description: 'an odd file name',
    ...buildForm([...fields, filePart(field, VALID_FILES[field]?.() ?? '', random.pick(FILE_NAMES))]),
  }),
  (fields, field, random) => ({
    description: 'an odd field name',
    ...buildForm([...fields, fieldPart([random.pick(FIELD_NAMES), 'x']), validPart(field)]),
  }),
  (fields, field, random) => ({
    description: 'an odd name of the file field',
    ...buildForm([...fields, filePart(random.pick(FIELD_NAMES), ENGLISH_SRT), validPart(field)]),
  }),
  (fields) => ({ description: 'no file', mustBeRejected: true, ...buildForm(fields) }),
  (_, field) => ({ description: 'only the file', ...buildForm([validPart(field)]) }),
  (fields, field) => ({
    description: 'a hundred fields',
    ...buildForm([
      ...Array.from({ length: 100 }, (_, n) => fieldPart([`f${n}`, n])),
      ...fields,
      validPart(field),
    ]),
  }),
  (fields, field) => ({
    description: 'ten files',
    ...buildForm([...fields, ...Array.from({ length: 10 }, () => validPart(field))]),
  }),
  (fields, field) => ({
    description: 'a long field',
    ...buildForm([fieldPart(['language', 'e'.repeat(200_000)]), ...fields, validPart(field)]),
  }),
  (fields, field) => ({
    description: 'a field that can’t be stored',
    ...buildForm([validPart(field), ...fields, fieldPart(['language', 'a\0b'])]),
  }),
  (fields, field, random) => {
    const complete = joinParts([...fields, validPart(field)], 'sayback');
    const truncated = complete.subarray(0, random.below(complete.length - 20));
    return { description: 'a truncated form', ...wrapForm(truncated, 'sayback') };
  },
  (fields, field, random) => {
    const boundary = random.pick(['"', '', 'b'.repeat(71), 'b'.repeat(2000), "'()+_,-./:=?", '%00', 'é']);
    return {
      description: 'an odd boundary',
      ...wrapForm(joinParts([...fields, validPart(field)], boundary), boundary),
    };
  },
  (fields, field) => ({
    description: 'a different boundary',
    mustBeRejected: true,
    ...wrapForm(joinParts([...fields, validPart(field)], 'sayback'), 'other'),
  }),
  (fields, field) => ({
    description: 'a part without a name',
    ...buildForm([part('filename="x"', 'x'), part('', 'x'), ...fields, validPart(field)]),
  }),
  (fields, field) => ({
    description: 'a part with long headers',
    ...buildForm([part('name="x"', 'x', `X-Long: ${'y'.repeat(100_000)}\r\n`), ...fields, validPart(field)]),
  }),
  (fields, field) => ({
    description: 'a part in base64',
    ...buildForm([
      ...fields,
      part(
        `name="${field}"; filename="a.srt"`,
        Buffer.from(ENGLISH_SRT).toString('base64'),
        'Content-Transfer-Encoding: base64\r\n',
      ),
    ]),
  }),
];

/** Corrupts a form: its files, fields, names or boundaries. */
export function mutateForm(fields: Record<string, unknown>, field: string, random: Random): Mutation<Body> {
  return random.pick(MUTATORS)(Object.entries(fields).map(fieldPart), field, random);
}
