import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';

export type Letter = { to: string; subject: string; text: string; html: string };

/** Sends letters. Throws when one could not be handed over: whoever sends it tries again. */
export type Mail = { send: (letter: Letter) => Promise<void> };

const TIMEOUT_MS = 15_000;

/** Over an SMTP server: `smtp://user:password@host:587` or `smtps://…`. */
export function smtpMail(url: string, from: string): Mail {
  const transport = createTransport(
    { url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
    { from },
  );
  return { send: async (letter) => void (await transport.sendMail(letter)) };
}

/** Where no mail server is set up: each letter becomes a file in a folder, which the log names. */
export function outboxMail(folder: string, log: (message: string) => void): Mail {
  const transport = createTransport(
    { streamTransport: true, buffer: true, newline: 'unix' },
    { from: 'Sayback <sayback@localhost>' },
  );
  return {
    async send(letter) {
      const { message } = await transport.sendMail(letter);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${Date.now()}-${randomUUID()}.eml`);
      await writeFile(`${file}.unfinished`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.unfinished`, file);
      log(`No mail server is set up (SMTP_URL): a letter was written to ${file}`);
    },
  };
}
