import { describe, expect, it } from 'vitest';
import { identityEmail, resetEmail, unlinkedName, verificationEmail } from './emails.ts';

const NAME = 'Konto-gesperrt-siehe-www.evil.example';
const EMAILS = [
  ['that resets a password', () => createResetEmail('en')],
  ['that resets a password, in Spanish', () => createResetEmail('es')],
  ['that confirms an address', () => verificationEmail('en', { username: NAME, link: LINK, days: 3 })],
  [
    'that announces a linked identity',
    () => identityEmail('es', { username: NAME, provider: 'School', link: LINK }),
  ],
] as const;
const LINK = 'http://sayback.test/x?uid=7&token=abc';

const createResetEmail = (language: 'en' | 'es') =>
  resetEmail(language, { accounts: [{ username: NAME, link: LINK }], minutes: 30, isVerified: true });

describe('a name in an email', () => {
  it.each(EMAILS)('%s is quoted, and isn’t a link', (_, makeEmail) => {
    const { text, html, subject } = makeEmail();
    for (const part of [text, html, subject]) expect(part).not.toMatch(/www\.evil|evil\.example/);
    expect(text).toMatch(/[“«]Konto-gesperrt/);
    expect(html).toContain('Konto-gesperrt');
    expect(text.match(/https?:\S+/g)).toEqual([LINK]);
  });

  it('never becomes a link to an address', () => {
    expect(unlinkedName('help@evil.example')).toBe('help\u2060@evil.\u2060example');
  });

  it('is truncated after forty characters, between graphemes', () => {
    expect(unlinkedName('x'.repeat(150))).toBe(`${'x'.repeat(40)}…`);
    expect(unlinkedName('𠮷'.repeat(41))).toBe(`${'𠮷'.repeat(40)}…`);
    expect(unlinkedName('lena')).toBe('lena');
  });

  it('is escaped as HTML', () => {
    const { html } = verificationEmail('en', { username: '<b>&', link: LINK, days: 3 });
    expect(html).not.toContain('<b>');
  });
});
