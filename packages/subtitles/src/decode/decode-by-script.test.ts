import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decode } from './decode.ts';

const encode = (text: string, encoding: string) => new Uint8Array(iconv.encode(text, encoding));
const buildFile = (lines: readonly string[], end = '\r\n') =>
  lines
    .map((line, index) =>
      [`${index + 1}`, `00:00:0${index % 10},000 --> 00:00:0${index % 10},900`, line, ''].join(end),
    )
    .join(end);

/** Each row has a language, its encodings, and three lines of text. */
const LINES = `
Spanish|windows-1252 iso-8859-1|¿Dónde está el baño, señor?|Mañana será otro día.|¡Qué ilusión volver a verte aquí!
Portuguese|windows-1252|Não sei se você já está pronto.|Amanhã é sábado, então não há aulas.|Coração de mãe é assim, avó.
French|windows-1252|Où étais-tu passée, ma chère ?|Ça alors, j’ai déjà tout mangé !|Le garçon a été très gêné.
German|windows-1252|Schöne Grüße aus der großen Straße.|Könnten Sie mir bitte über die Brücke helfen?|Das wäre wirklich schön gewesen.
Swedish|windows-1252|Vi går hem när det blir mörkt på kvällen.|Får jag också följa med till sjön?|Det är en så fin dag, älskling.
Polish|windows-1250 iso-8859-2|Dziękuję, to było naprawdę miłe.|Późno już, chodźmy spać, książę.|Wszyscy się śmiali, aż łzy ciekły.
Czech|windows-1250 iso-8859-2|Příliš žluťoučký kůň úpěl ďábelské ódy.|Děkuji, přijdu zítra večer.|Každý člověk má své štěstí.
Hungarian|windows-1250|Köszönöm szépen, nagyon kedves tőled.|Holnap reggel újra együtt megyünk fürdőbe.|Ő sem tudta, hogy későn jövünk.
Turkish|windows-1254|Günaydın, bugün hava çok güzel.|Şimdi ne yapacağız, kardeşim?|Işıkları söndür, çocuklar uyuyor.
Russian|windows-1251 koi8-r iso-8859-5 cp866|Доброе утро, как вы себя чувствуете?|Мы поедем туда завтра вечером.|Никто не знает, что будет дальше.
Ukrainian|windows-1251|Доброго ранку, її брат уже прийшов.|Ми поїдемо туди завтра ввечері.|Ніхто не знає, що їм сказати.
Bulgarian|windows-1251|Добро утро, как се чувстваш днес?|Утре вечер ще отидем на театър.|Никой не знае какво ще стане.
Greek|windows-1253 iso-8859-7|Καλημέρα, πώς είστε σήμερα;|Θα πάμε εκεί αύριο το βράδυ.|Κανείς δεν ξέρει τι θα γίνει.
Hebrew|windows-1255 iso-8859-8|בוקר טוב, מה שלומך היום?|ניסע לשם מחר בערב.|אף אחד לא יודע מה יקרה.
Arabic|windows-1256 iso-8859-6|صباح الخير كيف حالك اليوم|سنذهب الى هناك غدا في المساء|لا احد يعرف ماذا سيحدث بعد ذلك
Thai|windows-874|สวัสดีตอนเช้า วันนี้เป็นอย่างไรบ้าง|เราจะไปที่นั่นพรุ่งนี้เย็น|ไม่มีใครรู้ว่าจะเกิดอะไรขึ้น
Lithuanian|windows-1257|Labas rytas, kaip šiandien jaučiatės?|Rytoj vakare važiuosime į miestą.|Niekas nežino, kas bus už kampo, žmonės.
Japanese|shift_jis euc-jp|おはようございます、お元気ですか。|明日の夜、そこへ行きます。|何が起こるか誰も知らない。
Korean|euc-kr|안녕하세요, 오늘 기분이 어떠세요?|내일 저녁에 거기로 갈 거예요.|무슨 일이 일어날지 아무도 몰라요.
Chinese|gb18030|早上好，你今天感觉怎么样？|我们明天晚上去那里。|没有人知道会发生什么。
Traditional Chinese|big5|早安，你今天感覺怎麼樣？|我們明天晚上去那裡。|沒有人知道會發生什麼。`
  .trim()
  .split('\n')
  .map((row): [language: string, encodings: string, lines: string[]] => {
    const [language = '', encodings = '', ...lines] = row.split('|');
    return [language, encodings, lines];
  });

const CASES = LINES.flatMap(([language, encodings, lines]) =>
  encodings.split(' ').map((encoding): [string, string, string[]] => [language, encoding, lines]),
);

describe.each(CASES)('%s in %s', (_language, encoding, lines) => {
  it('is decoded correctly from three lines', () => {
    expect(decode(encode(buildFile(lines), encoding)).text).toBe(buildFile(lines));
  });

  it('is decoded correctly from one line', () => {
    expect(decode(encode(buildFile(lines.slice(0, 1)), encoding)).text).toBe(buildFile(lines.slice(0, 1)));
  });

  it('is decoded correctly from a long file with LF line endings', () => {
    const longFile = buildFile(
      Array.from({ length: 150 }, (_, index) => lines[index % 3] ?? ''),
      '\n',
    );
    expect(decode(encode(longFile, encoding)).text).toBe(longFile);
  });

  it('is decoded correctly after a long ASCII part', () => {
    const mixedFile = buildFile([...new Array(40).fill('Nothing but plain words here.'), ...lines]);
    expect(decode(encode(mixedFile, encoding)).text).toBe(mixedFile);
  });
});

describe('a Latin text with few accents', () => {
  it.each([
    ['windows-1252', 'È stata una domanda difficile per tutti|quelli che la conoscono bene'],
    ['windows-1252', 'É comum a gente embalar essas|coordenadas em uma matriz'],
    ['windows-1252', 'Die Energie ist ½ m mal v² plus|noch ein wenig mehr davon'],
    ['iso-8859-15', 'Une œuvre d’art vaut bien|un coup d’œil'.replaceAll('’', "'")],
    ['cp850', 'Supongamos que hay ocho personas en un banco|y que una respondió al saludo'],
    ['macintosh', 'Donc tout fonctionne maintenant|et le reste est déjà en ordre'],
  ])('is decoded as Latin, not as another script: %s, %j', (encoding, lines) => {
    const text = buildFile(lines.split('|'));
    expect(decode(encode(text, encoding)).text).toBe(text);
  });

  it.each(LINES.filter(([language]) => /Russian|Greek|Hebrew|Arabic|Thai/.test(language)))(
    'isn’t assumed if one line in ten is %s',
    (_language, encodings, lines) => {
      const text = buildFile([...new Array(9).fill('Repeat after me, slowly and clearly.'), lines[0] ?? '']);
      for (const encoding of encodings.split(' ')) expect(decode(encode(text, encoding)).text).toBe(text);
    },
  );
});

describe.each(LINES)('%s in Unicode', (_language, _encodings, lines) => {
  const text = buildFile(lines);

  it.each(['utf-8', 'utf-16le', 'utf-16be'])(
    'is decoded as %s, with and without a byte order mark',
    (encoding) => {
      expect(decode(encode(text, encoding))).toEqual({ text, encoding });
      expect(decode(encode(`\uFEFF${text}`, encoding))).toEqual({ text, encoding });
    },
  );

  it.each(['utf-32le', 'utf-32be'])('is decoded as %s with a byte order mark', (encoding) => {
    expect(decode(encode(`\uFEFF${text}`, encoding))).toEqual({ text, encoding });
  });
});

describe('bytes with little evidence', () => {
  it.each<[string, number[], string, string]>([
    ['an empty file', [], '', 'utf-8'],
    ['one letter', [0x41], 'A', 'utf-8'],
    ['only a byte order mark', [0xef, 0xbb, 0xbf], '', 'utf-8'],
    ['only a mark of UTF-16 LE', [0xff, 0xfe], '', 'utf-16le'],
    ['only a mark of UTF-16 BE', [0xfe, 0xff], '', 'utf-16be'],
    ['only a mark of UTF-32', [0xff, 0xfe, 0, 0], '', 'utf-32le'],
    ['three ASCII letters', [0x41, 0x42, 0x43], 'ABC', 'utf-8'],
    ['a mark in the middle, which stays', [0x41, 0xef, 0xbb, 0xbf], 'A\uFEFF', 'utf-8'],
    ['two marks, of which one stays', [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x41], '\uFEFFA', 'utf-8'],
    ['a letter of UTF-8', [0xc3, 0xa9], 'é', 'utf-8'],
    ['four bytes of UTF-8', [0xf0, 0x9f, 0x98, 0x80], '😀', 'utf-8'],
  ])('are decoded: %s', (_, bytes, text, encoding) => {
    expect(decode(Uint8Array.from(bytes))).toEqual({ text, encoding });
  });

  it.each([
    ['a half character at the end', [0x41, 0xc3]],
    ['one non-ASCII byte', [0x41, 0xe9, 0x42]],
    ['a surrogate in UTF-8', [0xed, 0xa0, 0x80]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a byte that is invalid in UTF-8', [0xff, 0x41]],
    ['all byte values', Array.from({ length: 256 }, (_one, index) => index)],
  ])('are decoded to some text: %s', (_, bytes) => {
    expect(decode(Uint8Array.from(bytes)).text).not.toBe('');
  });
});

describe('UTF-8 with invalid bytes', () => {
  const text = buildFile([
    'все люди рождаются свободными и равными в своём достоинстве и правах, и это хорошо для всех',
  ]);

  it('is UTF-8 with one invalid character in fifty or in five', () => {
    expect(decode(Uint8Array.from([...encode(text, 'utf-8'), 0xff])).encoding).toBe('utf-8');
    const short = encode('Voilà l’été œuvre à', 'utf-8');
    expect(decode(Uint8Array.from([...short, 0xff])).text).toBe('Voilà l’été œuvre à\uFFFD');
  });

  it('isn’t UTF-8 with one invalid character in three', () => {
    expect(decode(Uint8Array.from([...encode('œufs à', 'utf-8'), 0xff])).encoding).not.toBe('utf-8');
  });

  it('isn’t UTF-8 with many invalid characters', () => {
    expect(
      decode(Uint8Array.from([...encode(text, 'utf-8').subarray(0, 60), ...new Array(30).fill(0xff)]))
        .encoding,
    ).not.toBe('utf-8');
  });
});

describe('any text', () => {
  it('survives a round trip through UTF-16 with a byte order mark', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('utf-16le', 'utf-16be'),
        (text, encoding) => {
          expect(decode(encode(`\uFEFF${text}`, encoding)).text).toBe(text);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is re-encoded to the same bytes in the detected encoding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const { text, encoding } = decode(bytes);
        expect(iconv.encodingExists(encoding)).toBe(true);
        expect(typeof text).toBe('string');
      }),
      { numRuns: 150 },
    );
  });
});
