import { formatPosition, type subtitles } from '@sayback/contract';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { open } from '../testing/open-editor.ts';
import { segment } from '../testing/segments.ts';
import { divideRows, divideSegment, findDivisions } from './divide.ts';
import { NO_SURROUNDINGS } from './split.ts';
import { parseTimes } from './times.ts';

type Case = {
  original: string;
  target: string;
  languages?: [string, string];
  seconds?: number;
  cues?: subtitles.SourceCues;
};

function divide({
  original,
  target,
  languages = ['en', 'es'],
  seconds = 10,
  cues = NO_SURROUNDINGS.cues,
}: Case) {
  const long = segment(1, {
    start_time: formatPosition(20_000),
    end_time: formatPosition(20_000 + seconds * 1000),
    text_original: original,
    text_target: target,
  });
  return divideSegment(
    long,
    { original: languages[0], target: languages[1] },
    {
      ...NO_SURROUNDINGS,
      cues,
    },
  );
}
const originals = (texts: Case) => divide(texts)?.parts.map((part) => part.text_original);
const targets = (texts: Case) => divide(texts)?.parts.map((part) => part.text_target);

describe('the confidence of a division', () => {
  it.each([
    [
      'a sentence of about the same length',
      'We went home. It was late and cold.',
      'Nos fuimos a casa. Era tarde y hacía frío.',
      true,
    ],
    [
      'a part of a sentence',
      'and then we all went home, because it was late',
      'y luego nos fuimos todos a casa, porque era tarde',
      false,
    ],
    [
      'a sentence that is much longer in one text',
      'It was so late and so very cold. We went home then.',
      'Era tarde. Y por eso nos fuimos todos juntos a casa.',
      false,
    ],
  ])('depends on the border: %s', (_, original, target, isSure) => {
    const divided = divide({ original, target });
    expect(divided?.parts).toHaveLength(2);
    expect(divided?.isSure).toBe(isSure);
  });
});

describe('long segments', () => {
  it('are divided between their sentences, both texts in parallel', () => {
    const long = {
      original: 'We went home. It was late and cold.',
      target: 'Nos fuimos a casa. Era tarde y hacía frío.',
    };
    expect(originals(long)).toEqual(['We went home.', 'It was late and cold.']);
    expect(targets(long)).toEqual(['Nos fuimos a casa.', 'Era tarde y hacía frío.']);
  });

  it('are divided where the files’ cues end, in texts and times', () => {
    const cues = {
      original: [
        { start: 20_000, end: 24_500, text: 'and the reason we do that' },
        { start: 26_000, end: 30_000, text: 'is that it saves us time' },
      ],
      target: [
        { start: 20_000, end: 24_500, text: 'y la razón por la que lo hacemos' },
        { start: 26_000, end: 30_000, text: 'es que nos ahorra tiempo' },
      ],
    };
    const parts = divide({
      original: 'and the reason we do that is that it saves us time',
      target: 'y la razón por la que lo hacemos es que nos ahorra tiempo',
      cues,
    })?.parts;
    expect(parts?.map(({ text_target }) => text_target)).toEqual([
      'y la razón por la que lo hacemos',
      'es que nos ahorra tiempo',
    ]);
    expect(parts?.map((part) => parseTimes(part))).toEqual([
      { start: 20_000, end: 24_500 },
      { start: 26_000, end: 30_000 },
    ]);
  });

  it.each<[string, Case, string[], string[]]>([
    [
      'Chinese without spaces',
      {
        original: '我们回家了。天已经很晚，而且非常冷。',
        target: 'We went home. It was late already, and very cold.',
        languages: ['zh', 'en'],
      },
      ['我们回家了。', '天已经很晚，而且非常冷。'],
      ['We went home.', 'It was late already, and very cold.'],
    ],
    [
      'Arabic, from right to left',
      {
        original: 'هل رأيت البيت؟ كان كبيرا جدا.',
        target: 'Did you see the house? It was very big.',
        languages: ['ar', 'en'],
      },
      ['هل رأيت البيت؟', 'كان كبيرا جدا.'],
      ['Did you see the house?', 'It was very big.'],
    ],
    [
      'Spanish with ¿ and ¡',
      {
        original: 'I can’t believe it! What are you doing here?',
        target: '¡No me lo puedo creer! ¿Qué haces tú aquí?',
      },
      ['I can’t believe it!', 'What are you doing here?'],
      ['¡No me lo puedo creer!', '¿Qué haces tú aquí?'],
    ],
    [
      'quotes in guillemets',
      {
        original: '“Come with me.” “No, I’d rather stay.”',
        target: '« Viens avec moi. » « Non, je préfère rester. »',
        languages: ['en', 'fr'],
      },
      ['“Come with me.”', '“No, I’d rather stay.”'],
      ['« Viens avec moi. »', '« Non, je préfère rester. »'],
    ],
    [
      'two speakers with dashes',
      {
        original: '- Where have you been? - At my sister’s.',
        target: '- ¿Dónde has estado? - En casa de mi hermana.',
      },
      ['- Where have you been?', '- At my sister’s.'],
      ['- ¿Dónde has estado?', '- En casa de mi hermana.'],
    ],
  ])('are divided in %s', (_, texts, first, second) => {
    expect(originals(texts)).toEqual(first);
    expect(targets(texts)).toEqual(second);
  });

  it('are divided again while a part is too long', () => {
    const text = 'The first day was long. The second day was longer. The third day never came to an end.';
    const parts = divide({ original: text, target: text, languages: ['en', 'en'], seconds: 20 })?.parts;
    expect(parts).toHaveLength(3);
    expect(parts?.map(({ text_original }) => text_original).join(' ')).toBe(text);
  });

  it.each<[string, Case]>([
    [
      'are neither long nor have many characters',
      { original: 'One. Two three four.', target: 'Uno. Dos tres cuatro.', seconds: 5 },
    ],
    ['have only one of their texts', { original: 'We went home. It was late.', target: '' }],
    [
      'have only borders between words',
      {
        original: 'so we then just kept on walking and walking',
        target: 'así que seguimos andando y andando sin más',
      },
    ],
    [
      'have a full stop that ends no sentence',
      {
        original: 'yesterday I met Mr. Smith at the old station',
        target: 'ayer vi al Sr. Smith en la vieja estación',
      },
    ],
    [
      'have a border in only one text',
      {
        original: 'We went home. It was late and cold.',
        target: 'nos fuimos a casa tarde y muertos de frío',
      },
    ],
    [
      'would have a part under a second and a half',
      {
        original: 'Oh no, not! We went home since it was late and so very cold',
        target: '¡Ay no, no! Nos fuimos a casa porque era tarde y hacía mucho frío',
        seconds: 8,
      },
    ],
    [
      'would have a part of one word',
      {
        original: 'Unbelievable! We all went home at nine',
        target: '¡Es increíble! Nos fuimos todos a las nueve',
        seconds: 8,
      },
    ],
    [
      'have times that cannot be read',
      { original: 'One two. Three four.', target: 'Uno dos. Tres cuatro.', seconds: Number.NaN },
    ],
  ])('stay undivided if they %s', (_, texts) => {
    expect(divide(texts)).toBeNull();
  });

  it('are also divided if they have too many characters, of which Chinese ones count twice', () => {
    const latin = `${'one two three four, '.repeat(2)}${'five six seven eight. Nine ten.'.repeat(1)} ${'eleven '.repeat(3)}`;
    expect(divide({ original: latin, target: latin, languages: ['en', 'en'], seconds: 6 })).not.toBeNull();
    const chinese = `${'今天天气很好我们去公园散步吧。'.repeat(3)}`;
    expect(
      divide({ original: chinese, target: chinese, languages: ['zh', 'zh'], seconds: 6 }),
    ).not.toBeNull();
  });
});

describe('any division', () => {
  const word = fc.constantFrom(
    'we',
    'went',
    'home',
    'Señor',
    'Łódź',
    'don’t',
    '3.5',
    'ünder',
    'дом',
    'e\u0301te',
  );
  const mark = fc.constantFrom('', '', '', ',', '.', '…', '?!', ' -', ';', '\n');
  const text = fc
    .array(fc.tuple(word, mark), { minLength: 1, maxLength: 40 })
    .map((words) => words.map(([text, after]) => text + after).join(' '));
  const anyLine = fc.record({ original: text, target: text, seconds: fc.integer({ min: 1, max: 60 }) });
  const splitWords = (text: string) => text.split(/\s+/).filter((part) => part !== '');

  it('splits no word, and keeps their order', () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        const parts = divide(line)?.parts ?? [];
        if (parts.length === 0) return;
        expect(parts.flatMap(({ text_original }) => splitWords(text_original))).toEqual(
          splitWords(line.original),
        );
        expect(parts.flatMap(({ text_target }) => splitWords(text_target))).toEqual(splitWords(line.target));
      }),
    );
  });

  it('has parts with two texts, at least two words and 1.5 seconds, in sequence', () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        let last = 20_000;
        for (const part of divide(line)?.parts ?? []) {
          const times = parseTimes(part) ?? { start: Number.NaN, end: Number.NaN };
          expect(times.start).toBeGreaterThanOrEqual(last);
          expect(times.end - times.start).toBeGreaterThanOrEqual(1500);
          expect(part.text_original.match(/[\p{L}\p{N}]+/gu)?.length ?? 0).toBeGreaterThanOrEqual(2);
          expect(part.text_target).toMatch(/[\p{L}\p{N}]/u);
          last = times.end;
        }
        expect(last).toBeLessThanOrEqual(20_000 + line.seconds * 1000);
      }),
    );
  });
});

describe('dividing all long segments', () => {
  const LONG = { text_original: 'We went home. It was late.', text_target: 'Nos fuimos a casa. Era tarde.' };

  it('is one step, reverted by one undo', async () => {
    const { editor } = open();
    editor.setFields(1, { ...LONG, end_time: '00:00:09.500' });
    editor.setFields(3, { ...LONG, end_time: '00:00:17.000' });
    await editor.save(1);
    await editor.save(3);
    const before = editor.getState().segments;
    const divisions = await findDivisions(
      editor.getState(),
      { original: 'en', target: 'es' },
      () => NO_SURROUNDINGS,
    );
    expect(divisions.map(({ number }) => number)).toEqual([1, 3]);
    await editor.changeMany([1, 3], divideRows(divisions));
    const texts = () => editor.getState().segments.map(({ text_original }) => text_original);
    expect(texts()).toEqual(['We went home.', 'It was late.', 'Frase 2', 'We went home.', 'It was late.']);
    await editor.undo();
    expect(texts()).toEqual(before.map(({ text_original }) => text_original));
    expect(editor.getState().segments.map(({ end_time }) => end_time)).toEqual(
      before.map(({ end_time }) => end_time),
    );
  });

  it('yields to the page while searching', async () => {
    const { editor } = open();
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 100;
      return now;
    });
    let isTimerCalled = false;
    setTimeout(() => {
      isTimerCalled = true;
    });
    await findDivisions(editor.getState(), { original: 'en', target: 'es' }, () => NO_SURROUNDINGS);
    expect(isTimerCalled).toBe(true);
    clock.mockRestore();
  });

  it.each([
    { text_target: 'Otra cosa.' },
    { start_time: '00:00:00.500' },
    { end_time: '00:00:12.000' },
    { mismatch: true },
    { label: 'Ana' },
  ])('skips rows that were changed since the proposal: %o', async (change) => {
    const { editor } = open();
    editor.setFields(1, { ...LONG, end_time: '00:00:09,500' });
    const languages = { original: 'en', target: 'es' };
    const divisions = await findDivisions(editor.getState(), languages, () => NO_SURROUNDINGS);
    editor.setFields(1, change);
    expect(await editor.changeMany([1], divideRows(divisions))).toMatchObject({ result: 'none' });
    await editor.undo();
    expect(await editor.changeMany([1], divideRows(divisions))).toMatchObject({ result: 'done', count: 1 });
  });
});
