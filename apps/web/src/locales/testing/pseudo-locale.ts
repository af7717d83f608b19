type Texts = { [key: string]: string | Texts };

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀćđéƒǵĥíĵķĺḿńóṕɋŕśţúṽŵẋýźÁɃĆĐÉƑǴĤÍĴĶĹḾŃÓṔɊŔŚŢÚṼŴẊÝŹ';

/** Accents every letter except in placeholders, and makes the text a third longer. */
export function pseudoText(text: string): string {
  const accented = text.replace(/\{\{\w+\}\}|[a-zA-Z]/g, (part) => ACCENTED[PLAIN.indexOf(part)] ?? part);
  return `${accented}${' ẋ'.repeat(Math.ceil(text.length / 6))}`;
}

const PLURAL = /_(zero|one|two|few|many|other)$/;
const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Builds the catalogue of a fake language that has the plural forms of all languages. */
export function buildPseudoTexts(english: Texts): Texts {
  const entries = Object.entries(english).flatMap(([key, text]): [string, string | Texts][] => {
    if (typeof text !== 'string') return [[key, buildPseudoTexts(text)]];
    if (!PLURAL.test(key)) return [[key, pseudoText(text)]];
    return FORMS.map((form) => [key.replace(PLURAL, `_${form}`), pseudoText(text)]);
  });
  return Object.fromEntries(entries);
}
