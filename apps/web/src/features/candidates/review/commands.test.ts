import { describe, expect, it } from 'vitest';
import { type Command, findCommand } from '../../../ui/commands/commands.ts';
import { REVIEW_COMMANDS, type ReviewContext } from './commands.ts';

const NO_KEY = {
  code: '',
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  shiftKey: false,
  isComposing: false,
};
const commandFor = (key: string, modifier: object = {}, tag = 'main') =>
  findCommand<Command<ReviewContext>>(
    REVIEW_COMMANDS,
    { ...NO_KEY, key, ...modifier },
    document.createElement(tag),
  )?.id;

describe('review commands', () => {
  it.each([
    ['a', 'approve'],
    ['R', 'reject'],
    ['p', 'processed'],
    ['j', 'next'],
    ['k', 'previous'],
    ['?', 'keys'],
  ])('the key %s runs %s', (key, id) => expect(commandFor(key)).toBe(id));

  it.each(['ctrlKey', 'altKey', 'metaKey'])('ignore keys with the modifier %s', (modifier) => {
    expect(commandFor('a', { [modifier]: true })).toBeUndefined();
  });

  it('ignore other keys', () => expect(commandFor('q')).toBeUndefined());

  it('ignore typed text', () => expect(commandFor('a', {}, 'textarea')).toBeUndefined());
});
