import { afterEach, describe, expect, it, vi } from 'vitest';
import { message } from './message.ts';
import { firstStored, storeMessages, translateStored } from './stored-messages.ts';
import { CATALOGUES, translateMessage } from './translate-message.ts';

type Texts = Record<string, Record<string, string>>;
const flatten = (texts: Texts) =>
  Object.entries(texts).flatMap(([group, names]) =>
    Object.entries(names).map(([name, text]) => [`${group}.${name}`, text] as const),
  );
const placeholdersIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

describe.each(Object.entries(CATALOGUES))('the catalogue %s', (_, catalogue) => {
  const english = new Map(flatten(CATALOGUES.en));
  const translated = new Map(flatten(catalogue));

  it('has every message of the English catalogue', () => {
    expect([...translated.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('has the same placeholders as the English catalogue', () => {
    const wrong = [...english].filter(
      ([id, text]) => `${placeholdersIn(text)}` !== `${placeholdersIn(translated.get(id) ?? '')}`,
    );
    expect(wrong).toEqual([]);
  });

  it('has braces only around placeholders, and no empty text', () => {
    const texts = [...translated.values()];
    expect(texts.filter((text) => text === '' || /[{}]/.test(text.replace(/\{\{\w+\}\}/g, '')))).toEqual([]);
  });
});

describe('a text that resembles stored messages', () => {
  it.each([
    'messages:',
    'messages:[]',
    'messages:[null]',
    'messages:{"id":"auth.badToken"}',
    'messages:[{"id":7}]',
    'messages:[{"id":"toString.call"}]',
    'messages:[{"id":"request.tooManyAttempts","values":{"seconds":{"moment":"never"}}}]',
    'messages:[{"id":"request.tooManyAttempts","values":null}]',
    'messages:[{"id":"auth.badToken","within":7}]',
  ])('is unchanged: %s', (text) => {
    expect(translateStored('en', [{ text }])).toEqual([{ text }]);
  });
});

describe('a message', () => {
  it.each([
    [
      { id: 'accounts.passwordTooCommon' } as const,
      'This password is too common. Choose another one.',
      'Esta contraseña es demasiado común. Elige otra.',
    ],
    [
      message('request.tooManyAttempts', { seconds: 59 }),
      'Too many attempts. Try again in 59 seconds.',
      'Demasiados intentos. Inténtalo de nuevo dentro de 59 segundos.',
    ],
    [
      { ...message('input.atMost', { maximum: 1.5 }), within: ['player', 'speed'] },
      'player: speed: This must be at most 1.5.',
      'player: speed: Tiene que ser como máximo 1.5.',
    ],
    [
      message('candidates.wrongMove', {
        from: { id: 'candidateStatus.approved' },
        to: { id: 'candidateStatus.pending' },
      }),
      "You can't change a candidate from approved to pending.",
      'No puedes cambiar un candidato de aprobado a pendiente.',
    ],
    [
      message('candidates.languageChosenAlready', { version: 'en' }),
      '“en” is in a language you already chose. Choose one of each.',
      '«en» está en un idioma que ya elegiste. Elige uno de cada.',
    ],
    [
      message('translation.unsupported', {
        service: 'DeepL',
        source: { language: 'en' },
        target: { language: 'not a language' },
      }),
      "DeepL can't translate from English into not a language. Translate by hand, or set up a service that can.",
      'DeepL no traduce de este idioma (inglés) al otro (not a language). Traduce a mano o configura un servicio que lo haga.',
    ],
    [
      message('input.language', { code: '{{code}}' }),
      'We don\'t know the language "{{code}}".',
      'No conocemos el idioma «{{code}}».',
    ],
  ])('is translated into each language (%#)', (input, english, spanish) => {
    expect([translateMessage('en', input), translateMessage('es', input)]).toEqual([english, spanish]);
  });

  it('a message of another release is shown as its id', () => {
    expect(translateMessage('es', { id: 'later.unknown' as never })).toBe('later.unknown');
  });
});

describe('a moment in a message', () => {
  const AT = '2026-11-22T08:05:00.000Z';
  const paused = message('captions.closedUntil', { reason: 'Blocked.', at: { moment: AT } });
  const translateFor = (language: 'en' | 'es', timeZone?: string) =>
    // The English time has a narrow space before AM.
    translateMessage({ language, ...(timeZone && { timeZone }) }, paused).replaceAll('\u202f', ' ');
  afterEach(() => vi.useRealTimers());

  it('shows only the time on the same day, in the reader’s time zone and language', () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T01:00:00Z') });
    expect(translateFor('en', 'Europe/Madrid')).toBe(
      'Blocked. Paused until 9:05 AM. To try sooner, press Try again now.',
    );
    expect(translateFor('es', 'Europe/Madrid')).toContain('Se reanuda: 9:05.');
    expect(translateFor('en', 'Asia/Tokyo')).toContain('until 5:05 PM.');
  });

  it('includes the date on another day in the reader’s time zone', () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T01:00:00Z') });
    expect(translateFor('en', 'America/Los_Angeles')).toContain('until Nov 22, 2026, 12:05 AM.');
  });

  it.each([undefined, '', 'Mars/Olympus', '+99:99'])('is shown as UTC for the time zone %j', (zone) => {
    vi.useFakeTimers({ now: new Date('2026-11-22T01:00:00Z') });
    expect(translateFor('en', zone)).toContain('until 8:05 AM UTC.');
  });
});

describe('a stored message', () => {
  it('is translated into the reader’s language anywhere in a stored value', () => {
    const stored = {
      done: 1,
      failed: { en: storeMessages({ id: 'captions.private' }) },
      notes: [
        storeMessages(message('candidates.found', { count: 3 }), { id: 'jobs.stopped', within: ['es'] }),
      ],
      title: 'Captions',
    };
    expect(translateStored('es', stored)).toEqual({
      done: 1,
      failed: {
        en: 'Este video es privado o solo para miembros. Elige otro.',
      },
      notes: ['Candidatos nuevos encontrados: 3. es: El trabajo se ha detenido.'],
      title: 'Captions',
    });
    expect(translateStored('en', stored).notes).toEqual([
      'Found 3 new candidates. es: The work was stopped.',
    ]);
  });

  it.each(['', 'A text by an earlier release.', 'messages:[broken'])('can be a plain text: %j', (text) => {
    expect(translateStored('es', text)).toBe(text);
    expect(translateMessage('es', firstStored(text))).toBe(text);
  });
});
