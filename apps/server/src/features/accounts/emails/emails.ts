import type { InterfaceLanguage } from '@sayback/contract';
import type { emails } from '../../../messages/en/emails.ts';
import { type Message, message, type PlainId, toMessage } from '../../../messages/message.ts';
import { translateMessage } from '../../../messages/translate-message.ts';
import type { Email } from '../../../platform/mail/mail.ts';

type EmailContent = Omit<Email, 'to'>;

const MAX_NAME_LENGTH = 40;
/** Invisible character that stops mail programs from creating a link. */
const WORD_JOINER = '\u2060';

/** Makes a username safe in an email: mail programs don't turn it into a link, and it is too short for a message. */
export function unlinkedName(name: string): string {
  const characters = [...name];
  const short =
    characters.length > MAX_NAME_LENGTH ? `${characters.slice(0, MAX_NAME_LENGTH).join('')}…` : name;
  return short.replace(/\./g, `.${WORD_JOINER}`).replace(/@/g, `${WORD_JOINER}@`);
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** A sentence, or a link with its button text. */
type Part = string | { link: string; button: string };

function compose(language: InterfaceLanguage, subject: string, parts: Part[]): EmailContent {
  const text = parts.map((part) => (typeof part === 'string' ? part : `${part.button}:\n${part.link}`));
  const html = parts.map((part) =>
    typeof part === 'string'
      ? `<p>${escapeHtml(part)}</p>`
      : `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.button)}</a></p>`,
  );
  return {
    subject,
    text: text.join('\n\n'),
    html: `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;line-height:1.5">
${html.join('\n')}
</body></html>`,
  };
}

const createTranslator = (language: InterfaceLanguage) => (text: PlainId | Message) =>
  translateMessage(language, toMessage(text));

const quoteName = (username: string): Message => message('email.quoted', { name: unlinkedName(username) });

/** Email to reset the passwords of all accounts with an address. `isVerified`: one of them has verified it. */
export function resetEmail(
  language: InterfaceLanguage,
  facts: { accounts: { username: string; link: string }[]; minutes: number; isVerified: boolean },
): EmailContent {
  const translate = createTranslator(language);
  const { isVerified, minutes } = facts;
  return compose(language, translate(isVerified ? 'resetEmail.subject' : 'resetEmail.subjectNew'), [
    translate('email.hello'),
    translate(isVerified ? 'resetEmail.asked' : 'resetEmail.askedNew'),
    ...facts.accounts.map(({ username, link }) => ({
      link,
      button: translate(message('resetEmail.choose', { name: quoteName(username) })),
    })),
    translate(message('resetEmail.limits', { minutes })),
    translate('resetEmail.ignore'),
  ]);
}

export function verificationEmail(
  language: InterfaceLanguage,
  { username, link, days }: { username: string; link: string; days: number },
): EmailContent {
  const translate = createTranslator(language);
  const name = quoteName(username);
  return compose(language, translate('verificationEmail.subject'), [
    translate('email.hello'),
    translate(message('verificationEmail.given', { name })),
    { link, button: translate('verificationEmail.confirm') },
    translate('verificationEmail.use'),
    translate(message('verificationEmail.limits', { days })),
    translate('verificationEmail.ignore'),
  ]);
}

export function identityEmail(
  language: InterfaceLanguage,
  { username, provider, link }: { username: string; provider: string; link: string },
): EmailContent {
  const translate = createTranslator(language);
  const name = quoteName(username);
  return compose(language, translate('identityEmail.subject'), [
    translate('email.hello'),
    translate(message('identityEmail.added', { name, provider })),
    translate('identityEmail.worry'),
    { link, button: translate('identityEmail.open') },
  ]);
}

export type FactorChange = keyof (typeof emails)['factorNews'];

export function factorEmail(
  language: InterfaceLanguage,
  { username, change }: { username: string; change: FactorChange },
): EmailContent {
  const translate = createTranslator(language);
  const name = quoteName(username);
  return compose(language, translate('factorEmail.subject'), [
    translate('email.hello'),
    translate(`factorNews.${change}`),
    translate(message('factorEmail.account', { name })),
    translate('factorEmail.ignore'),
  ]);
}
