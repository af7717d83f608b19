import { describe, expect, it } from 'vitest';
import { findCues } from './content-dialog.tsx';

const cues = ['Canción', 'Otra línea'].map((text, index) => ({
  index: index + 1,
  start: index,
  end: index + 1,
  text,
}));

describe('searching segments', () => {
  it('ignores case and accents', () => {
    expect(findCues(cues, ' CANCION ').map(({ index }) => index)).toEqual([1]);
  });

  it('shows all without a query', () => expect(findCues(cues, ' ')).toEqual(cues));
});
