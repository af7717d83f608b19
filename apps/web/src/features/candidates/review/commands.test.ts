import { describe, expect, it } from 'vitest';
import { type Command, findCommand } from '../../../ui/commands/commands.ts';
import { REVIEW_COMMANDS, type ReviewContext } from './commands.ts';

const NONE = { code: '', ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, isComposing: false };
const pressed = (key: string, held: object = {}, tag = 'main') =>
  findCommand<Command<ReviewContext>>(REVIEW_COMMANDS, { ...NONE, key, ...held }, document.createElement(tag))
    ?.id;

describe('review commands', () => {
  it.each([
    ['a', 'approve'],
    ['R', 'reject'],
    ['p', 'processed'],
    ['j', 'next'],
    ['k', 'previous'],
    ['?', 'keys'],
  ])('the key %s runs %s', (key, id) => expect(pressed(key)).toBe(id));

  it.each(['ctrlKey', 'altKey', 'metaKey'])('ignore a key with %s', (held) => {
    expect(pressed('a', { [held]: true })).toBeUndefined();
  });

  it('ignore other keys', () => expect(pressed('q')).toBeUndefined());

  it('ignore typed text', () => expect(pressed('a', {}, 'textarea')).toBeUndefined());
});
