/**
 * Non-ASCII letters of a language (lower case) with their weights, and the encodings of its files, most likely first.
 */
export type LanguageLetters = {
  letters: ReadonlyMap<string, number>;
  encodings: readonly string[];
  isLatin: boolean;
};

const WESTERN = ['windows-1252', 'iso-8859-15', 'macintosh', 'cp850'];
const CENTRAL = ['windows-1250', 'iso-8859-2', 'cp852'];
const CYRILLIC = ['windows-1251', 'koi8-r', 'iso-8859-5', 'cp866'];
const UKRAINIAN = ['windows-1251', 'koi8-u', 'iso-8859-5'];
const BALTIC = ['windows-1257', 'iso-8859-13', 'iso-8859-4'];

const VIETNAMESE_TONES = '\u0300\u0301\u0303\u0309\u0323';
const HEBREW_POINTS = '\u05b0\u05b1\u05b2\u05b3\u05b4\u05b5\u05b6\u05b7\u05b8\u05b9\u05bb\u05bc\u05c1\u05c2';
const ARABIC_MARKS = '\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0640';

// Letters before '|' are frequent. They identify the right encoding in non-Latin alphabets, in which every code is a letter.
// Languages are sorted by number of speakers; the first one wins ties.
const ROWS: [letters: string, encodings: string[]][] = [
  ['áéíóúüñªº', WESTERN],
  ['àâæçéèêëîïôœùûüÿ', WESTERN],
  ['äöüß', WESTERN],
  ['áâãàçéêíóôõúüªº', WESTERN],
  ['àèéìíîòóùú', WESTERN],
  ['àçéèíïóòúü·', WESTERN],
  ['áéíóúëïöüèê', WESTERN],
  ['çğıİöşüâîû', ['windows-1254', 'iso-8859-9', 'cp857']],
  ['åäöé', WESTERN],
  ['æøåéóèò', WESTERN],
  ['ąćęłńóśźż', CENTRAL],
  ['áčďéěíňóřšťúůýž', CENTRAL],
  ['áäčďéíĺľňóôŕšťúýž', CENTRAL],
  ['áéíóöőúüű', CENTRAL],
  ['ăâîșțşţ', ['windows-1250', 'iso-8859-16', 'iso-8859-2']],
  ['čćđšž', CENTRAL],
  ['áðéíóúýþæö', WESTERN],
  ['ąčęėįšųūž', BALTIC],
  ['āčēģīķļņšūž', BALTIC],
  ['äõöüšž', ['windows-1257', 'windows-1252', 'iso-8859-15']],
  ['оеаинтсрвлкмдупяыьз|бгжйфхцчшщъэюё', CYRILLIC],
  ['оеаинтсрвлкмдупяіз|бгжйфхцчшщьюґєї', UKRAINIAN],
  ['оеаинтсрвлкмдупјз|бгђжљњћфхцчџшѓќѕ', ['windows-1251', 'iso-8859-5']],
  ['αοιετσνηυρπκμλςάόίέ|βγδζθξφχψωήύώϊϋΐΰ', ['windows-1253', 'iso-8859-7', 'cp737']],
  [`יוהלאתרמבנשםדחעפקכ|גזטךןסףצץ${HEBREW_POINTS}`, ['windows-1255', 'iso-8859-8', 'cp862']],
  [`الينمروتبةهعدفسكحق|ءآأؤإئثجخذزشصضطظغىپچژگک${ARABIC_MARKS}`, ['windows-1256', 'iso-8859-6']],
  [
    'ากนรอมเงวทสลคดยบปหไใแตพะขจำ\u0e31\u0e34\u0e35\u0e37\u0e38\u0e39\u0e48\u0e49\u0e47\u0e4c|' +
      'ฃฅฆฉชซฌญฎฏฐฑฒณถธผฝฟภฤฦศษฬฮฯโๅๆ\u0e36\u0e3a\u0e4a\u0e4b\u0e4d',
    ['windows-874'],
  ],
  [`àáâãèéêìíòóôõùúýăđĩũơư${VIETNAMESE_TONES}`, ['windows-1258']],
];

export const LANGUAGES: readonly LanguageLetters[] = ROWS.map(([letters, encodings]) => ({
  letters: weightLetters(letters),
  encodings,
  isLatin: /^\p{Script=Latin}/u.test(letters),
}));

function weightLetters(letters: string): Map<string, number> {
  const [frequent = '', otherLetters = ''] = letters.split('|');
  return new Map([
    ...[...otherLetters].map((letter): [string, number] => [letter, 0.6]),
    ...[...frequent].map((letter): [string, number] => [letter, 1]),
  ]);
}
