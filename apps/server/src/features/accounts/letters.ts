import type { SpokenLanguage } from '../../http/request-language.ts';
import type { Letter } from '../../platform/mail/mail.ts';

type Facts = { username: string; link: string; minutes: number };

const WORDING = {
  en: {
    subject: 'Reset your Sayback password',
    greeting: (name: string) => `Hello ${name},`,
    reason:
      'Somebody, you we hope, asked to reset the password of your Sayback account. This link lets you choose a new one:',
    button: 'Choose a new password',
    limits: (minutes: number) => `It works once, and for ${minutes} minutes.`,
    ignore: "If it wasn't you, do nothing: your password stays as it is.",
  },
  es: {
    subject: 'Restablece tu contraseña de Sayback',
    greeting: (name: string) => `Hola, ${name}:`,
    reason:
      'Alguien, esperamos que tú, ha pedido restablecer la contraseña de tu cuenta de Sayback. Con este enlace puedes elegir una nueva:',
    button: 'Elegir una contraseña nueva',
    limits: (minutes: number) => `Funciona una sola vez, durante ${minutes} minutos.`,
    ignore: 'Si no has sido tú, no hagas nada: tu contraseña no cambia.',
  },
} as const;

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** The letter that carries a reset link, as text and as HTML. */
export function resetLetter(
  language: SpokenLanguage,
  { username, link, minutes }: Facts,
): Omit<Letter, 'to'> {
  const words = WORDING[language];
  const paragraphs = [words.greeting(username), words.reason];
  const after = [words.limits(minutes), words.ignore];
  const html = (text: string) => `<p>${escapeHtml(text)}</p>`;
  return {
    subject: words.subject,
    text: [...paragraphs, link, ...after].join('\n\n'),
    html: `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;line-height:1.5">
${paragraphs.map(html).join('\n')}
<p><a href="${escapeHtml(link)}">${escapeHtml(words.button)}</a></p>
${after.map(html).join('\n')}
</body></html>`,
  };
}
