import { strToU8, zipSync } from 'fflate';

/** Grammar of a format's files. `№` is replaced by an increasing number; `heads` are the signatures that a reader detects. */
export type Grammar = { heads: string[]; productions: string[] };

const pieces = (list: string): string[] => list.split('|');

/**
 * Pieces that can occur in any format: whitespace, line breaks, characters of other scripts, and characters that databases
 * reject.
 */
export const COMMON = [
  ...pieces('\n|\r|\r\n|\n\n| |\t|\u3000|\u200B|\uFEFF|\u2028|\0|\u0001|\uD800'),
  ...pieces('a|word |é|字|😀|e\u0301\u0301|№|-|-->|>|<|"|\'|\\|&|&amp;|&#'),
  '|',
  ...pieces('&nbsp|&#x10FFFF;|(a)|[b]|♪ a ♪|ANN: |- a|>>|:|,|;|{|}|[|]|*a*'),
];

const TAGS = pieces('<i>|</i>|<font color="#ff0000">|</font>|<b|<<i>i>|{\\an8}|{\\|<br/>|<br |<1:2>');
const SRT_TIMES = [
  '00:00:01,000 --> 00:00:02,000',
  '0:0:№,0 --> 0:0:№,5 X1:1 X2:2',
  '0:0 - - - -> 0:0',
  '00:0№:00 --> x',
];
const CLOCKS = ['00:00:01.000', '00:№.00', '№s', '№ms', '№f', '99999:99'];

/** Makes an entry of a zip archive, without the central directory. */
function makeEntry(name: string, text: string): string {
  const zip = Buffer.from(zipSync({ [name]: strToU8(text) })).toString('latin1');
  return zip.slice(0, zip.indexOf('PK\x01\x02'));
}

const STL_HEADER = `${'850STL25.01100'.padEnd(256)}00000000`.padEnd(1024);

/** Makes a block of EBU STL: numbers, times, position and a text field. */
const stlBlock = (text: string, extension = '\xFF', isComment = false) =>
  `\0\0\0${extension}\0\0\0\x01\0\0\0\x02\x05\x14\x02${isComment ? '\x01' : '\0'}${text.padEnd(112, '\x8F')}`;

export const GRAMMARS = {
  srt: {
    heads: ['', '1\n', '1\n00:00:01,000 --> 00:00:02,000\n'],
    productions: [
      ...SRT_TIMES.map((times) => `${times}\n`),
      ...SRT_TIMES.map((times) => `№\n${times}\na\n\n`),
      ...TAGS,
      ...pieces(
        '№\n|#1.5\n|--+>|-- |０：０|> |＞|1:2:3,4 --> 5:6:7,8 -->|00:00:05,000 --> 00:00:01,000\na\n',
      ),
    ],
  },
  vtt: {
    heads: ['WEBVTT\n\n', 'WEBVTT', 'WEBVTT\n\n00:00.000 --> 00:01.000\n'],
    productions: [
      ...[
        '00:01.000 --> 00:02.000\na\n\n',
        '00:00:01.000 --> 00:00:02.000 align:start\n',
        '0№:00.000 --> 00:02.000 ',
      ],
      ...pieces('NOTE a\n\n|NOTE\n|STYLE\n::cue {}\n\n|REGION\nid:a\n\n|id №\n|line:№ |x№:y |align:start\n'),
      ...pieces(
        '<c.red>|</c>|<v Ann>|<ruby>a<rt>b</rt></ruby>|<00:01.000>|<lang en>|<rt>|<.a.b|<c></c>|00:01.000 -->',
      ),
    ],
  },
  ass: {
    heads: [
      '[Script Info]\n',
      '[Script Info]\n[Events]\n',
      ';a\n[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,',
    ],
    productions: [
      ...pieces(
        '[Events]\n|[V4+ Styles]\n|Format: Layer, Start, End, Text\n|Format: |a, |WrapStyle: 2\n|; comment\n|Style: a,b\n',
      ),
      ...[
        'Dialogue: 0,0:00:0№.00,0:00:09.00,D,,0,0,0,,a №\n',
        'Dialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,a\n',
        'Dialogue: ',
        'Comment: a\n',
      ],
      ...['{\\p1}', '{\\p0}', '{\\q2}', '{\\', '\\N', '\\n', '\\h', '\\{', '\\p№', '{\\i1}a{\\i0}', '}', ','],
    ],
  },
  ttml: {
    heads: [
      '<tt><body><div>',
      '<?xml version="1.0"?>\n<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="0s" end="9s">',
      '<tt>',
    ],
    productions: [
      ...CLOCKS.map((clock) => `<p begin="${clock}" end="9s">a</p>`),
      ...pieces('<p begin="1s">|</p>|<span begin="№s">|</span>|<br/>|<span>|<div>|</div>|<p end="x"|</x>'),
      ...pieces('<!>|<!DOCTYPE a [|]>|<!ENTITY a "b">|<!--|-->|<![CDATA[|]]>|<?a|?>|<!a|<|</|<a b="'),
      ...pieces(` a="b"| a='| x:b=|<metadata>|</metadata>|<span ruby="text">|&a;|<a/>|/>|<p\n| begin = `),
    ],
  },
  stl: {
    heads: [STL_HEADER, STL_HEADER.replace('STL25', 'STL30'), STL_HEADER.slice(0, 300)],
    productions: [
      stlBlock('a'),
      stlBlock('a'.repeat(112), '\x01'),
      stlBlock('a', '\xFE'),
      stlBlock('a', '\xFF', true),
      stlBlock('\xC8a\x8A\x80b\x81'),
      stlBlock(''),
      ...['\x8A', '\x8F', '\x80', '\xC8', '\xC8a', '\x01', '\xFF\xFF\xFF\xFF'],
    ],
  },
  scc: {
    heads: ['Scenarist_SCC V1.0\n\n', 'Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9420 94ae 94ae '],
    productions: [
      '00:00:0№:00\t9420 9420 9470 9470 c8e5 ecec ef80 942f 942f\n\n',
      '00:00:01:00\t9425 9425 94ad 94ad c8e5\n\n',
      '00:00:05;00\t942c 942c\n\n',
      '00:00:99:99\t9429 c8e5\n',
      '00:00:01:00\t',
      ...['9420 ', '942f ', '942c ', '94a1 ', '94ad ', 'c8e5 ', '91b0 ', '1320 ', '1c20 ', 'zzzz '],
    ],
  },
  sub: {
    heads: ['{1}{1}25\n', '{0}{9}', '{DEFAULT}{}{}\n'],
    productions: [
      ...'{№}{№}a|b\n~{1}{2}a\n~{№}{}a\n~{1}{2}~{y:i}~{c:$0000ff}~{y:~/~|~{9}{~{DEFAULT}{}\n~{}{}\n'.split(
        '~',
      ),
    ],
  },
  sbv: {
    heads: ['0:00:01.000,0:00:02.000\n', '[INFORMATION]\n0:00:01.00,0:00:02.00\n'],
    productions: [
      ...pieces(
        '0:00:0№.000,0:00:09.000\na\n\n|0:00:01.000,0:00:02.000\n|[br]|[INFORMATION]\n|[|0:00:01.000,|9:99:99.0,0:0:0.0\n',
      ),
    ],
  },
  lrc: {
    heads: ['[00:01.00]', '[ar:a]\n[00:01.00]a\n', '[offset:500]\n[00:01.00]'],
    productions: [
      ...pieces(
        '[00:0№.00]a\n|[00:01.00]|[00:01.00] |[99:99.99]|[ar:|a]\n|[offset:№]\n|<00:01.00>|[00:|[1:2:3.4]a\n',
      ),
    ],
  },
  txt: {
    heads: ['0:01 a\n0:02 b\n', '0:01\na\n0:02\n', '[0:01] a\n[0:02]'],
    productions: [
      ...[
        '0:№ a\n',
        '№:05\na\n',
        '[0:05] a\n',
        '(1:02:03,4) – a\n',
        '0:05',
        '0:99 a\n',
        ' | ',
        '(',
        '99:99:99\n',
        '0:05 \n\n',
      ],
    ],
  },
  json3: {
    heads: [
      '{"events":[',
      '{"events":[{"tStartMs":0,"segs":[{"utf8":"',
      '{"wireMagic":"pb3","events":[{"segs":[',
    ],
    productions: [
      ...[
        '{"tStartMs":№,"dDurationMs":9,"segs":[{"utf8":"a"}]},',
        '{"tStartMs":0,"segs":[{"utf8":"\\n"}]},',
        '{"utf8":"a"},',
      ],
      ...pieces('{"a":|[|]|}|"|\\u0001|\\|null,|{},|-1,|1e999,|"a",|{"tStartMs":-1,"segs":[{"utf8":"a"}]},'),
    ],
  },
  zip: {
    heads: [
      'PK\x03\x04',
      makeEntry('a.srt', '1\n00:00:01,000 --> 00:00:02,000\na\n'),
      makeEntry('a.srt', ' '.repeat(1e6)),
    ],
    productions: [
      ...[
        makeEntry('a.srt', 'a'),
        makeEntry('№.txt', ''),
        makeEntry('a.png', 'a'),
        makeEntry('b.srt', '\n'.repeat(1e6)),
        'PK\x01\x02',
        'PK\x05\x06',
      ],
      ...pieces(
        'PK\x07\x08|PK\x03\x04\x14\0\x08\0\x08\0|PK\x03\x04\x14\0\0\0\0\0|PK|\0\0\0\0|\xFF\xFF\xFF\xFF|\x05\0a.srt',
      ),
    ],
  },
} satisfies Record<string, Grammar>;

export type HostileFormat = keyof typeof GRAMMARS;
export const HOSTILE_FORMATS = Object.keys(GRAMMARS) as HostileFormat[];
