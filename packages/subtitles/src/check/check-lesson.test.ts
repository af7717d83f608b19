import { describe, expect, it } from 'vitest';
import { checkLesson, findFaults, type LessonSegment } from './check-lesson.ts';

const segment = (changes: Partial<LessonSegment> = {}): LessonSegment => ({
  start: 1000,
  end: 3000,
  original: 'Good morning.',
  target: 'Buenos días.',
  mismatch: false,
  unreviewed: false,
  ...changes,
});
const countFaults = (...segments: LessonSegment[]) =>
  Object.fromEntries(checkLesson(segments, 'es').faults.map(({ kind, count }) => [kind, count]));

describe('checkLesson', () => {
  it('finds nothing in a good lesson, and counts its lines', () => {
    const report = checkLesson([segment(), segment({ start: 3000, end: 5000 })], 'es');
    expect(report).toEqual({ lines: 2, faults: [] });
  });

  it('doesn’t count a line without an original text', () => {
    expect(checkLesson([segment({ original: ' ' })], 'es')).toEqual({
      lines: 0,
      faults: [{ kind: 'no-original', weight: 'broken', count: 1 }],
    });
    expect(checkLesson([], 'es')).toEqual({ lines: 0, faults: [] });
  });

  it('counts missing translations and mismatches', () => {
    expect(countFaults(segment({ target: '', mismatch: true }), segment({ start: 3000, end: 5000 }))).toEqual(
      {
        'no-translation': 1,
        mismatch: 1,
      },
    );
  });

  it('counts segments without duration, under 0.5 s, over 8 s, and overlapping ones', () => {
    expect(
      countFaults(
        segment({ start: 0, end: 0 }),
        segment({ start: 100, end: 500, target: 'Hola.' }),
        segment({ start: 1000, end: 9001 }),
        segment({ start: 9000, end: 10_000 }),
      ),
    ).toEqual({ 'too-short': 2, 'too-long': 1, overlap: 1 });
  });

  it.each([
    ['It costs 15 euros.', 'Cuesta 50 euros.'],
    ['In 1984', 'En aquel año'],
    ['Room 12, floor 3', 'Habitación 12'],
  ])('finds a difference in the numbers of %j and %j', (original, target) => {
    expect(countFaults(segment({ original, target }))).toEqual({ 'numbers-differ': 1 });
  });

  it.each([
    ['1,000 people', '1.000 personas'],
    ['10 000 people', '10000 personas'],
    ['2.5 seconds', '2,5 segundos'],
    ['Two of 7', 'Dos de siete'],
    ['In 2010', 'في ٢٠١٠'],
    ['3 and 12', '12 y 3'],
  ])('finds no difference in the numbers of %j and %j', (original, target) => {
    expect(countFaults(segment({ original, target }))).toEqual({});
  });

  it('counts machine translations that nobody has accepted', () => {
    expect(countFaults(segment({ unreviewed: true }))).toEqual({ 'not-reviewed': 1 });
  });

  it.each([
    ['I saw Maria yesterday.', 'Ayer vi a Carlos.'],
    ['We went to Berlin.', 'Fuimos a Tokio.'],
  ])('finds a difference in the names of %j and %j', (original, target) => {
    expect(countFaults(segment({ original, target, end: 9000 }))).toEqual({ 'names-differ': 1 });
  });

  it.each([
    ['I saw London.', 'Vi Londres.'],
    ['I met José there.', 'Allí conocí a Jose.'],
    ['He left on Monday.', 'Se fue el lunes.'],
    ['Maria is here.', 'Carlos está aquí.'],
    ['I met Maria.', 'Я встретил Ивана.'],
    ['I saw Paul.', 'Ich sah da einen Hund, eine Katze, eine Maus und einen Vogel.'],
  ])('finds no difference in the names of %j and %j, or can’t tell', (original, target) => {
    expect(countFaults(segment({ original, target, end: 9000 }))).toEqual({});
  });

  it.each([
    ['es', 'x'.repeat(34), 'x'.repeat(35)],
    ['en-GB', 'x'.repeat(40), 'x'.repeat(41)],
    ['ja', '字'.repeat(8), '字'.repeat(9)],
    ['ko', '글'.repeat(24), '글'.repeat(25)],
    ['zh-Hans', '字'.repeat(18), '字'.repeat(19)],
  ])('counts texts that are too long to read in two seconds in %s', (language, slow, fast) => {
    const found = (target: string) => findFaults([segment({ target })], language).get('too-fast');
    expect(found(slow)).toEqual([]);
    expect(found(fast)).toEqual([0]);
  });

  it('doesn’t check reading speed before publishing, since a learner pauses after each line', () => {
    expect(countFaults(segment({ target: 'x'.repeat(400) }))).toEqual({});
  });

  it('classifies faults as broken, doubtful or style', () => {
    const { faults } = checkLesson(
      [
        segment({ target: '', mismatch: true }),
        segment({ start: 2500, end: 12_000, original: 'In 1984', target: 'En 1948' }),
      ],
      'es',
    );
    expect(faults.map(({ kind, weight }) => `${kind}: ${weight}`)).toEqual([
      'no-translation: broken',
      'mismatch: doubtful',
      'numbers-differ: doubtful',
      'too-long: style',
      'overlap: broken',
    ]);
  });
});
