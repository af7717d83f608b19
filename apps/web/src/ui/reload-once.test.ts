import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadOnce } from './reload-once.ts';
import { setOnline } from './testing/set-online.ts';
import { restoreTypedText, saveTypedText } from './typed-text.ts';

let status: number;
const reload = vi.fn();
beforeEach(() => {
  status = 200;
  sessionStorage.clear();
  reload.mockClear();
  vi.stubGlobal('fetch', async () => new Response(null, { status }));
});
afterEach(() => {
  setOnline(true);
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('a reload after missing code', () => {
  it('happens only once', async () => {
    expect(await reloadOnce(reload)).toBe(true);
    expect(await reloadOnce(reload)).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('never happens offline', async () => {
    setOnline(false);
    expect(await reloadOnce(reload)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it('doesn’t happen while the server is unreachable, but can later', async () => {
    status = 503;
    expect(await reloadOnce(reload)).toBe(false);
    status = 200;
    expect(await reloadOnce(reload)).toBe(true);
  });
});

const form = `
  <input name="title" value=""><textarea aria-label="Text 1"></textarea><textarea aria-label="Text 1"></textarea>
  <label>E-mail <input type="email"></label><input type="password" name="password"><input type="file">`;

const texts = () =>
  [...document.querySelectorAll<HTMLInputElement>('input:not([type=file]), textarea')].map(
    ({ value }) => value,
  );

function typeInto(...values: string[]): void {
  const fields = document.querySelectorAll<HTMLInputElement>('input:not([type=file]), textarea');
  fields.forEach((field, index) => {
    field.value = values[index] ?? '';
  });
}

describe('text typed before a reload', () => {
  it('is restored, except in password fields', () => {
    document.body.innerHTML = form;
    typeInto('A film', 'one', 'two', 'lena@example.org', 'secret');
    saveTypedText();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret');
    document.body.innerHTML = form;
    const events: string[] = [];
    document.body.addEventListener('input', ({ target }) => events.push((target as HTMLInputElement).value));
    restoreTypedText();
    expect(texts()).toEqual(['A film', 'one', 'two', 'lena@example.org', '']);
    expect(events).toEqual(['A film', 'one', 'two', 'lena@example.org']);
  });

  it('is restored only once, in a field that appears later', async () => {
    document.body.innerHTML = form;
    typeInto('A film');
    saveTypedText();
    document.body.innerHTML = '<p>Loading</p>';
    restoreTypedText();
    document.body.innerHTML = form;
    await waitFor(() => expect(texts()[0]).toBe('A film'));
    document.body.innerHTML = form;
    await Promise.resolve();
    restoreTypedText();
    expect(texts()[0]).toBe('');
  });

  it('isn’t restored on another page', () => {
    history.replaceState({}, '', '/settings');
    document.body.innerHTML = form;
    typeInto('A film');
    saveTypedText();
    document.body.innerHTML = form;
    history.replaceState({}, '', '/profile');
    restoreTypedText();
    expect(texts()[0]).toBe('');
  });
});
