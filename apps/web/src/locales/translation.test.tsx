import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { chooseLanguage } from './i18n.ts';
import { addTexts, currentTranslation, useTranslation } from './translation.ts';

afterEach(() => chooseLanguage(null));

describe('a translation', () => {
  it('uses the shown language’s plural form', async () => {
    const texts = () =>
      [0, 1, 2, 1_000_000].map((count) => currentTranslation().t('practice.saidLines', { count }));
    expect(texts()).toEqual([
      'You said 0 lines',
      'You said 1 line',
      'You said 2 lines',
      'You said 1000000 lines',
    ]);
    await chooseLanguage('es');
    expect(texts()).toEqual([
      'Dijiste 0 líneas',
      'Dijiste 1 línea',
      'Dijiste 2 líneas',
      'Dijiste 1000000 de líneas',
    ]);
  });

  it('fills in placeholders, also beside a count without plural forms', () => {
    const { t } = currentTranslation();
    expect(t('home.line', { line: 7, count: 20 })).toBe('Line 7 of 20');
    expect(t('home.resumeVideo', { title: '{{title}} & $1' })).toBe('Resume {{title}} & $1');
  });

  it('falls back to English for a missing text, and to the key if English lacks it too', async () => {
    await chooseLanguage('es');
    addTexts('en', { trial: { only: 'Only in English' } });
    const { t, i18n } = currentTranslation();
    expect(t('trial.only' as never)).toBe('Only in English');
    expect(t('trial.nowhere' as never)).toBe('trial.nowhere');
    expect([i18n.exists('trial.only'), i18n.exists('trial.nowhere'), i18n.exists('trial')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('changes the shown screen and the page’s language', async () => {
    const Title = () => useTranslation().t('home.title');
    render(<Title />);
    screen.getByText('Available Videos');
    await act(() => chooseLanguage('es'));
    screen.getByText('Videos disponibles');
    expect(document.documentElement.lang).toBe('es');
  });
});
