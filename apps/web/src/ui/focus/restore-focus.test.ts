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

/** Waits for mutation observers, which run after the current task. */
const flushObservers = () => new Promise((resolve) => setTimeout(resolve));

/** Disables a button as a browser does: it loses the focus at the next paint. happy-dom keeps it focused, so blur it here. */
async function disable(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  await flushObservers();
  other.focus();
  other.blur();
}

async function enable(button: HTMLButtonElement): Promise<void> {
  button.disabled = false;
  await flushObservers();
}

describe('the focus', () => {
  it('returns to a button that was disabled while it was busy', async () => {
    save.focus();
    await disable(save);
    expect(document.activeElement).toBe(document.body);
    await enable(save);
    expect(document.activeElement).toBe(save);
  });

  it('stays on an element that was focused in the meantime', async () => {
    save.focus();
    await disable(save);
    other.focus();
    await enable(save);
    expect(document.activeElement).toBe(other);
  });

  it('doesn’t go to a button that wasn’t focused', async () => {
    await disable(save);
    await enable(save);
    expect(document.activeElement).toBe(document.body);
  });
});
