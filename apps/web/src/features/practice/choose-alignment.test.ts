import { describe, expect, it } from 'vitest';
import { chooseAlignment } from './choose-alignment.ts';

const targets = [
  { language: 'de', alignment_id: 1 },
  { language: 'pt-BR', alignment_id: 2 },
  { language: 'es', alignment_id: 3 },
  { language: 'fr', alignment_id: null },
];
const choose = (read: string[], latest: number | null = null) =>
  chooseAlignment(targets, { read, latest })?.language;

describe('the translation that is shown', () => {
  it('is the one into the first language that the learner reads', () => {
    expect(choose(['de', 'es'])).toBe('de');
    expect(choose(['es', 'de'])).toBe('es');
  });

  it('is into the next language where there is none into the first', () => {
    expect(choose(['ja', 'es'])).toBe('es');
    expect(choose(['fr', 'es'])).toBe('es');
  });

  it('is into another form of a language before the next language', () => {
    expect(choose(['pt', 'es'], 1)).toBe('pt-BR');
    expect(choose(['es-419', 'de'], 1)).toBe('es');
  });

  it('is else the newest, and any rather than none', () => {
    expect(choose(['ja'], 3)).toBe('es');
    expect(choose(['ja'])).toBe('de');
  });

  it('is never one that is not aligned', () => {
    expect(choose(['fr'], 3)).toBe('es');
    expect(chooseAlignment([], { read: ['en'], latest: 1 })).toBeUndefined();
  });
});
