type Texts = { [key: string]: string | Texts };

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀćđéƒǵĥíĵķĺḿńóṕɋŕśţúṽŵẋýźÁɃĆĐÉƑǴĤÍĴĶĹḾŃÓṔɊŔŚŢÚṼŴẊÝŹ';

/** Accents every letter, and makes the text a third longer. What is in braces stays. */
export function pseudoText(text: string): string {
  const accented = text.replace(/\{\{\w+\}\}|[a-zA-Z]/g, (part) => ACCENTED[PLAIN.indexOf(part)] ?? part);
  return `${accented}${' ẋ'.repeat(Math.ceil(text.length / 6))}`;
}

const PLURAL = /_(zero|one|two|few|many|other)$/;
const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Returns the catalogue of a language that doesn't exist, with every plural form of any language. */
export function pseudoTexts(english: Texts): Texts {
  const entries = Object.entries(english).flatMap(([key, text]): [string, string | Texts][] => {
    if (typeof text !== 'string') return [[key, pseudoTexts(text)]];
    if (!PLURAL.test(key)) return [[key, pseudoText(text)]];
    return FORMS.map((form) => [key.replace(PLURAL, `_${form}`), pseudoText(text)]);
  });
  return Object.fromEntries(entries);
}
