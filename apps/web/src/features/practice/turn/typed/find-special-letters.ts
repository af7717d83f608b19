/** Letters that a plain keyboard lacks, by language; most frequent first. Punctuation is never graded. */
const LETTERS: Record<string, string> = {
  es: 'áéíóúñü¿¡',
  de: 'äöüß',
  tr: 'çğışöü',
  fr: 'éèêàçùâîôûëïœ',
  pt: 'ãáçéêóõíâôúà',
  it: 'àèéìòù',
  ca: 'àéèíïóòúüç·',
  pl: 'ąćęłńóśźż',
  cs: 'áčďéěíňóřšťúůýž',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  hu: 'áéíóöőúüű',
  ro: 'ăâîșț',
  sv: 'åäö',
  fi: 'äöå',
  da: 'æøå',
  nb: 'æøå',
  no: 'æøå',
  is: 'áðéíóúýþæö',
  nl: 'éëïöü',
  hr: 'čćđšž',
  sl: 'čšž',
  et: 'äõöüšž',
  lv: 'āčēģīķļņšūž',
  lt: 'ąčęėįšųūž',
  eo: 'ĉĝĥĵŝŭ',
};

const SPECIAL_LETTER = /(?=[^a-z])\p{Script=Latin}\p{M}*/gu;
/** Maximum number of letters: more would take the field's space. */
const MAX_LETTERS = 16;

/** Returns a language's special letters in lower case; for an unlisted language, the most frequent ones of its lines. */
export function findSpecialLetters(language: string, lines: readonly string[]): string[] {
  const knownLetters = LETTERS[language.split('-')[0] ?? ''];
  if (knownLetters) return [...knownLetters];
  const counts = new Map<string, number>();
  for (const [letter] of lines
    .join(' ')
    .toLocaleLowerCase(language)
    .normalize('NFC')
    .matchAll(SPECIAL_LETTER))
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const byCount = [...counts].sort(([, a], [, b]) => b - a).slice(0, MAX_LETTERS);
  return byCount.map(([letter]) => letter);
}
