import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showLanguage } from '../locales/translation.ts';
import { useTimeText } from './use-time-text.ts';

const formatAll = (instant: string) => {
  const { formatDate, formatTime, formatSoon } = renderHook(useTimeText).result.current;
  // English times have a narrow space before AM.
  return [formatDate, formatTime, formatSoon].map((format) => format(instant).replaceAll('\u202f', ' '));
};

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-22T20:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  showLanguage('en');
});

it.each([
  ['Europe/Madrid', 'en', ['Nov 22, 2026', 'Nov 22, 2026, 11:35 PM', '11:35 PM']],
  ['Europe/Madrid', 'es', ['22 nov 2026', '22 nov 2026, 23:35', '23:35']],
  ['Asia/Tokyo', 'en', ['Nov 23, 2026', 'Nov 23, 2026, 7:35 AM', '7:35 AM']],
  ['America/New_York', 'en', ['Nov 22, 2026', 'Nov 22, 2026, 5:35 PM', '5:35 PM']],
] as const)('formats a time in the zone %s in the language %s', (zone, language, expected) => {
  vi.stubEnv('TZ', zone);
  showLanguage(language);
  expect(formatAll('2026-11-22T22:35:00Z')).toEqual(expected);
});

it('formats a date of another year with its year', () => {
  const { formatDay } = renderHook(useTimeText).result.current;
  expect(['2026-11-29T12:00:00Z', '2027-01-02T12:00:00Z'].map(formatDay)).toEqual(['Nov 29', 'Jan 2, 2027']);
});

it('formats a time of another day with its date', () => {
  vi.stubEnv('TZ', 'Europe/Madrid');
  expect(formatAll('2026-11-23T06:35:00Z')[2]).toBe('Nov 23, 2026, 7:35 AM');
});
