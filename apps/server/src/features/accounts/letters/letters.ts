import type { SpokenLanguage } from '../../../messages/request-language.ts';
import type { Letter } from '../../../platform/mail/mail.ts';

type Wording = Omit<Letter, 'to'>;

const LONGEST_NAME = 40;
/** No space, and no break: but no mail program makes a link of what it stands in. */
const WORD_JOINER = '\u2060';

/** A name that somebody chose, so that no mail program makes a link of it and no sentence fits in. */
export function defuse(name: string): string {
  const signs = [...name];
  const short = signs.length > LONGEST_NAME ? `${signs.slice(0, LONGEST_NAME).join('')}…` : name;
  return short.replace(/\./g, `.${WORD_JOINER}`).replace(/@/g, `${WORD_JOINER}@`);
}

const quote = { en: (name: string) => `“${defuse(name)}”`, es: (name: string) => `«${defuse(name)}»` };

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** A sentence, or a link with the words on its button. */
type Part = string | { link: string; button: string };

/** A letter as text and as HTML. */
function compose(language: SpokenLanguage, subject: string, parts: Part[]): Wording {
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

const RESET = {
  en: {
    subject: 'Reset your Sayback password',
    subjectNew: 'Confirm your address for Sayback',
    hello: 'Hello,',
    asked: 'Somebody, we hope you, asked for a new password on Sayback.',
    askedNew:
      'Somebody, we hope you, gave this address on Sayback and asked for a new password. If it was you, the link below confirms your address and lets you choose one.',
    choose: (name: string) => `Choose a new password for ${name}`,
    limits: (minutes: number) => `Each link works once, for ${minutes} minutes.`,
    ignore: 'If it wasn’t you, you don’t have to do anything. No password changes.',
  },
  es: {
    subject: 'Restablece tu contraseña de Sayback',
    subjectNew: 'Confirma tu dirección para Sayback',
    hello: 'Hola:',
    asked: 'Alguien, esperamos que tú, ha pedido una contraseña nueva en Sayback.',
    askedNew:
      'Alguien, esperamos que tú, ha dado esta dirección en Sayback y ha pedido una contraseña nueva. Si has sido tú, el enlace confirma tu dirección y te deja elegir una.',
    choose: (name: string) => `Elegir una contraseña nueva para ${name}`,
    limits: (minutes: number) => `Cada enlace funciona una sola vez, durante ${minutes} minutos.`,
    ignore: 'Si no has sido tú, no tienes que hacer nada. No cambia ninguna contraseña.',
  },
} as const;

/** One letter for all accounts of an address. `isVerified`: the address was confirmed for one of them before. */
export function resetLetter(
  language: SpokenLanguage,
  facts: { accounts: { username: string; link: string }[]; minutes: number; isVerified: boolean },
): Wording {
  const words = RESET[language];
  return compose(language, facts.isVerified ? words.subject : words.subjectNew, [
    words.hello,
    facts.isVerified ? words.asked : words.askedNew,
    ...facts.accounts.map(({ username, link }) => ({
      link,
      button: words.choose(quote[language](username)),
    })),
    words.limits(facts.minutes),
    words.ignore,
  ]);
}

const VERIFICATION = {
  en: {
    subject: 'Confirm your address for Sayback',
    hello: 'Hello,',
    given: (name: string) =>
      `This address was given for the Sayback account ${name}. If the account is yours, log in and open this link:`,
    confirm: 'Confirm my address',
    use: 'You can then reset your password with this address.',
    limits: (days: number) => `The link works for ${days} days.`,
    ignore: 'If you don’t know this account, you don’t have to do anything.',
  },
  es: {
    subject: 'Confirma tu dirección para Sayback',
    hello: 'Hola:',
    given: (name: string) =>
      `Se ha dado esta dirección para la cuenta ${name} de Sayback. Si la cuenta es tuya, inicia sesión y abre este enlace:`,
    confirm: 'Confirmar mi dirección',
    use: 'Así podrás restablecer tu contraseña con esta dirección.',
    limits: (days: number) => `El enlace funciona durante ${days} días.`,
    ignore: 'Si no conoces esta cuenta, no tienes que hacer nada.',
  },
} as const;

export function verificationLetter(
  language: SpokenLanguage,
  { username, link, days }: { username: string; link: string; days: number },
): Wording {
  const words = VERIFICATION[language];
  return compose(language, words.subject, [
    words.hello,
    words.given(quote[language](username)),
    { link, button: words.confirm },
    words.use,
    words.limits(days),
    words.ignore,
  ]);
}

const IDENTITY = {
  en: {
    subject: 'New way to sign in to your Sayback account',
    hello: 'Hello,',
    added: (name: string, provider: string) => `You can now sign in to the account ${name} with ${provider}.`,
    worry: 'If it wasn’t you, change your password and ask an administrator for help.',
    open: 'Open Sayback',
  },
  es: {
    subject: 'Nueva forma de entrar en tu cuenta de Sayback',
    hello: 'Hola:',
    added: (name: string, provider: string) => `Ahora puedes entrar en la cuenta ${name} con ${provider}.`,
    worry: 'Si no has sido tú, cambia tu contraseña y pide ayuda a un administrador.',
    open: 'Abrir Sayback',
  },
} as const;

export function identityLetter(
  language: SpokenLanguage,
  { username, provider, link }: { username: string; provider: string; link: string },
): Wording {
  const words = IDENTITY[language];
  return compose(language, words.subject, [
    words.hello,
    words.added(quote[language](username), provider),
    words.worry,
    { link, button: words.open },
  ]);
}

const FACTOR = {
  en: {
    subject: 'A change to your Sayback sign-in',
    hello: 'Hello,',
    account: (name: string) => `It concerns the account ${name}.`,
    'app-added': 'An authenticator app was added to your Sayback account.',
    'app-removed': 'The authenticator app was removed from your Sayback account.',
    'passkey-added': 'A passkey was added to your Sayback account.',
    'passkey-removed': 'A passkey was removed from your Sayback account.',
    'codes-renewed': 'New recovery codes were made for your Sayback account. The old ones no longer work.',
    'code-used': 'A recovery code was used to sign in to your Sayback account.',
    'turned-off': 'Two-step sign-in was turned off for your Sayback account.',
    reset: 'An administrator turned off two-step sign-in for your Sayback account.',
    ignore:
      "If this was you, there is nothing to do. If it wasn't, change your password now and tell an administrator.",
  },
  es: {
    subject: 'Un cambio en tu acceso a Sayback',
    hello: 'Hola:',
    account: (name: string) => `Se trata de la cuenta ${name}.`,
    'app-added': 'Se ha añadido una aplicación de autenticación a tu cuenta de Sayback.',
    'app-removed': 'Se ha quitado la aplicación de autenticación de tu cuenta de Sayback.',
    'passkey-added': 'Se ha añadido una llave de acceso a tu cuenta de Sayback.',
    'passkey-removed': 'Se ha quitado una llave de acceso de tu cuenta de Sayback.',
    'codes-renewed':
      'Se han creado códigos de recuperación nuevos para tu cuenta de Sayback. Los anteriores ya no funcionan.',
    'code-used': 'Se ha usado un código de recuperación para entrar en tu cuenta de Sayback.',
    'turned-off': 'Se ha desactivado el acceso en dos pasos de tu cuenta de Sayback.',
    reset: 'Un administrador ha desactivado el acceso en dos pasos de tu cuenta de Sayback.',
    ignore:
      'Si has sido tú, no tienes que hacer nada. Si no, cambia tu contraseña ahora y avisa a un administrador.',
  },
} as const;

/** What happened to somebody's second factors. */
export type FactorNews = Exclude<keyof (typeof FACTOR)['en'], 'subject' | 'hello' | 'account' | 'ignore'>;

/** What is told of each change of a second factor. */
export function factorLetter(
  language: SpokenLanguage,
  { username, news }: { username: string; news: FactorNews },
): Wording {
  const words = FACTOR[language];
  const account = words.account(quote[language](username));
  return compose(language, words.subject, [words.hello, words[news], account, words.ignore]);
}
