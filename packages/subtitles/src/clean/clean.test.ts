import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import type { CleanOptions } from './clean.ts';
import { clean } from './clean.ts';

const ALL: CleanOptions = { hearingImpaired: true, speakerNames: true, effects: true };

const buildCues = (...texts: string[]): Cue[] =>
  texts.map((text, position) => ({
    index: position + 1,
    start: position * 1000,
    end: position * 1000 + 900,
    text,
  }));

const listTexts = (cues: readonly Cue[]) => cues.map(({ text }) => text);

describe('cleaning a file', () => {
  it('drops emptied cues, renumbers the rest, and preserves their times', () => {
    const { cues } = clean(buildCues('[Music]', 'Hello.', '(door slams)', 'JOHN: Bye.'), ALL);
    expect(cues).toEqual([
      { index: 1, start: 1000, end: 1900, text: 'Hello.' },
      { index: 2, start: 3000, end: 3900, text: 'Bye.' },
    ]);
  });

  it('returns each change with its cue and its rule', () => {
    const { changes } = clean(buildCues('Hello.', '[Music]', 'JOHN: Bye. (leaves)'), ALL);
    expect(changes).toEqual([
      { index: 2, rule: 'square-brackets', before: '[Music]', after: null },
      { index: 3, rule: 'speaker-label', before: 'JOHN: Bye. (leaves)', after: 'Bye. (leaves)' },
      { index: 3, rule: 'round-brackets', before: 'Bye. (leaves)', after: 'Bye.' },
    ]);
  });

  it('returns an unchanged cue as the same object', () => {
    const input = buildCues(' Hello,  you \r\n');
    expect(clean(input, ALL)).toEqual({ cues: input, changes: [] });
  });

  it('doesn’t mutate the input cues', () => {
    const input = buildCues('[Music]', 'JOHN: Bye.');
    clean(input, ALL);
    expect(input).toEqual(buildCues('[Music]', 'JOHN: Bye.'));
  });

  it('changes nothing without a switch', () => {
    const input = buildCues('[Music]', 'JOHN: Bye.', '>> (x)', '♪', '*sighs*', '<v Mary>Hi</v>');
    expect(clean(input, {})).toEqual({ cues: input, changes: [] });
  });

  it.each([
    ['spaces after a bracket', '[', ' ', '['],
    ['spaces between words', 'a', ' ', 'b'],
    ['an unclosed tag before a symbol', '<', 'a', '📱a'],
    ['spaces in an unclosed voice span', '<v ', '\u3000', 'a'],
    ['spaces after a name that may be text', 'Anna: a', '\u3000', 'b'],
  ])('takes linear time for a long run: %s', (_, before, unit, after) => {
    const long = before + unit.repeat(300_000) + after;
    expect(listTexts(clean(buildCues(long), ALL).cues)).toEqual([long.replace('📱', '')]);
  });

  it('accepts an empty list', () => {
    expect(clean([], ALL)).toEqual({ cues: [], changes: [] });
  });

  it('keeps cues that were empty before', () => {
    expect(listTexts(clean(buildCues('', ' '), ALL).cues)).toEqual(['', ' ']);
  });
});

describe('the three switches', () => {
  const texts = '[sighs] Hi.|JOHN: Hi.|[Music] Hi.|♪♪|>> Hi.|*sighs* Hi.|<v Mary>Hi.</v>|【笑】はい'.split(
    '|',
  );

  it.each([
    [
      'hearingImpaired',
      ['Hi.', 'JOHN: Hi.', 'Hi.', '♪♪', '>> Hi.', '*sighs* Hi.', '<v Mary>Hi.</v>', 'はい'],
    ],
    ['speakerNames', ['[sighs] Hi.', 'Hi.', '[Music] Hi.', '♪♪', 'Hi.', '*sighs* Hi.', 'Hi.', '【笑】はい']],
    ['effects', ['[sighs] Hi.', 'JOHN: Hi.', 'Hi.', '>> Hi.', 'Hi.', '<v Mary>Hi.</v>', '【笑】はい']],
  ])('each enable their own part: %s', (name, expected) => {
    expect(listTexts(clean(buildCues(...texts), { [name]: true }).cues)).toEqual(expected);
  });

  it('are off when false', () => {
    const off = { hearingImpaired: false, speakerNames: false, effects: false };
    expect(listTexts(clean(buildCues(...texts), off).cues)).toEqual(texts);
  });
});

describe('refusing a change', () => {
  const input = buildCues('JOHN (O.S.): Wait! [sighs]', 'MARY: [sighs] No.');

  it('keeps the cue’s other changes consistent', () => {
    const { cues, changes } = clean(input, { ...ALL, refused: [{ index: 1, rule: 'speaker-label' }] });
    expect(listTexts(cues)).toEqual(['JOHN: Wait!', 'No.']);
    expect(changes.filter(({ index }) => index === 1).map(({ rule }) => rule)).toEqual([
      'square-brackets',
      'round-brackets',
    ]);
  });

  it('allows the same rule on other cues', () => {
    const { cues } = clean(input, { ...ALL, refused: [{ index: 2, rule: 'square-brackets' }] });
    expect(listTexts(cues)).toEqual(['Wait!', '[sighs] No.']);
  });

  it('accepts several rules on one cue', () => {
    const rules = ['speaker-label', 'square-brackets'] as const;
    const refused = rules.map((rule) => ({ index: 2, rule }));
    expect(clean(input, { ...ALL, refused }).cues[1]).toBe(input[1]);
  });

  it('accepts the returned changes, and then changes nothing', () => {
    const refused = clean(input, ALL).changes;
    const again = clean(input, { ...ALL, refused });
    const final = clean(input, { ...ALL, refused: [...refused, ...again.changes] });
    expect(final).toEqual({ cues: input, changes: [] });
  });

  it('keeps a cue that would have been dropped, and its number', () => {
    const { cues } = clean(buildCues('[Music]', '[Music]'), {
      ...ALL,
      refused: [{ index: 2, rule: 'square-brackets' }],
    });
    expect(cues).toEqual([{ index: 1, start: 1000, end: 1900, text: '[Music]' }]);
  });

  it('keeps [Music] with any switch', () => {
    const refused = [{ index: 1, rule: 'square-brackets' as const }];
    expect(listTexts(clean(buildCues('[Music]'), { ...ALL, refused }).cues)).toEqual(['[Music]']);
  });

  it('leaves nested brackets to the remaining rule', () => {
    const refused = [{ index: 1, rule: 'round-brackets' as const }];
    expect(listTexts(clean(buildCues('(a man [sighing]) Hi.'), { ...ALL, refused }).cues)).toEqual([
      '(a man) Hi.',
    ]);
  });

  it('ignores a refused change to a missing cue', () => {
    const refused = [{ index: 99, rule: 'speaker-label' as const }];
    expect(clean(input, { ...ALL, refused })).toEqual(clean(input, ALL));
  });
});

describe('markup', () => {
  const cue: Cue = { index: 1, start: 0, end: 1000, text: 'Hello.' };

  it('is kept with an unchanged text', () => {
    const input: Cue = { ...cue, markup: { format: 'vtt', payload: '<i>Hello.</i>' } };
    expect(clean([input], ALL).cues).toEqual([input]);
  });

  it('is removed with a changed text', () => {
    const markup = { format: 'vtt', payload: '<i>[sighs] Hello.</i>' } as const;
    expect(clean([{ ...cue, text: '[sighs] Hello.', markup }], ALL).cues).toEqual([cue]);
  });

  it('keeps the cue’s position', () => {
    const markup = { format: 'vtt', payload: '<i>[sighs] Hello.</i>', settings: 'line:0' } as const;
    expect(clean([{ ...cue, text: '[sighs] Hello.', markup }], ALL).cues).toEqual([
      { ...cue, markup: { format: 'vtt', settings: 'line:0' } },
    ]);
  });
});

describe('a sound in italics', () => {
  const cleanSoundAfter = (before: string) =>
    listTexts(clean(buildCues(before, '<i>noise</i> Hello'), { hearingImpaired: true }).cues).at(-1);

  it('is removed after the end of a sentence', () => {
    expect(cleanSoundAfter('I know.')).toBe('Hello');
  });

  it('is kept as an emphasised word otherwise', () => {
    expect(cleanSoundAfter('and then came the')).toBe('<i>noise</i> Hello');
  });

  it('considers the previous cue after cleaning', () => {
    expect(cleanSoundAfter('I know. [sighs]')).toBe('Hello');
  });
});
