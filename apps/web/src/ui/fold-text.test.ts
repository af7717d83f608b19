import { expect, it } from 'vitest';
import { foldText } from './fold-text.ts';

it.each([
  ['Café', 'cafe'],
  ['cafe\u0301', 'cafe'],
  ['MAÑANA', 'manana'],
  ['over\n there', 'over there'],
  ['ﬁlm', 'film'],
  ['İzmir', 'izmir'],
  ['صباح', 'صباح'],
])('searching folds %s to %s', (text, folded) => expect(foldText(text)).toBe(folded));
