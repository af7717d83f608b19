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

const SPECIAL = /(?=[^a-z])\p{Script=Latin}\p{M}*/gu;
/** More letters would take up the field's room. */
const MAX = 16;

/** Returns the special letters of a language, in lower case; for an unlisted language, the most frequent ones in its lines. */
export function specialLetters(language: string, lines: readonly string[]): string[] {
  const listed = LETTERS[language.split('-')[0] ?? ''];
  if (listed) return [...listed];
  const counts = new Map<string, number>();
  for (const [letter] of lines.join(' ').toLocaleLowerCase(language).normalize('NFC').matchAll(SPECIAL))
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const byCount = [...counts].sort(([, a], [, b]) => b - a).slice(0, MAX);
  return byCount.map(([letter]) => letter);
}
