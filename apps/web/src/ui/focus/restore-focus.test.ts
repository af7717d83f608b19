import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { restoreFocus } from './restore-focus.ts';

let stop: () => void;
let save: HTMLButtonElement;
let other: HTMLButtonElement;

beforeEach(() => {
  save = document.createElement('button');
  other = document.createElement('button');
  document.body.replaceChildren(save, other);
  stop = restoreFocus(document);
});
afterEach(() => stop());

/** Observers are told after the running task. */
const observersCalled = () => new Promise((resolve) => setTimeout(resolve));

/** As a browser does it: the focus goes at the next drawing. happy-dom leaves it where it is, and so it is taken away. */
async function disable(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  await observersCalled();
  other.focus();
  other.blur();
}

async function enable(button: HTMLButtonElement): Promise<void> {
  button.disabled = false;
  await observersCalled();
}

describe('the focus', () => {
  it('comes back to a button that was disabled while it was busy', async () => {
    save.focus();
    await disable(save);
    expect(document.activeElement).toBe(document.body);
    await enable(save);
    expect(document.activeElement).toBe(save);
  });

  it('stays with what has taken it meanwhile', async () => {
    save.focus();
    await disable(save);
    other.focus();
    await enable(save);
    expect(document.activeElement).toBe(other);
  });

  it('does not go to a button that did not have it', async () => {
    await disable(save);
    await enable(save);
    expect(document.activeElement).toBe(document.body);
  });
});
