import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

export type Email = { to: string; subject: string; text: string; html: string };

/** Sends emails. Throws if the server rejects one, so that the caller retries. */
export type Mail = { send: (email: Email) => Promise<void> };

const TIMEOUT_MS = 15_000;

/** Loads nodemailer with the first email, so that the server starts faster. */
const loadMailer = () => import('nodemailer');

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Sends through an SMTP server: `smtp://user:password@host:587` or `smtps://…`. Except on this machine, `smtp:` requires
 * STARTTLS, since links in emails sign people in. `?requireTLS=false` in the URL sends them unencrypted.
 */
export function openSmtpMail(url: string, from: string): Mail {
  const { hostname, searchParams } = new URL(url);
  const settings = {
    url,
    requireTLS: !LOOPBACK.test(hostname) && searchParams.get('requireTLS') !== 'false',
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  };
  const open = async () => (await loadMailer()).createTransport(settings, { from });
  let transport: ReturnType<typeof open> | undefined;
  return {
    async send(email) {
      transport ??= open();
      await (await transport).sendMail(email);
    },
  };
}

/** Replaces a mail server: writes each email to a file in a folder, and logs the path. */
export function openOutboxMail(folder: string, log: (message: string) => void): Mail {
  return {
    async send(email) {
      const { createTransport } = await loadMailer();
      const transport = createTransport(
        { streamTransport: true, buffer: true, newline: 'unix' },
        { from: 'Sayback <sayback@localhost>' },
      );
      const { message } = await transport.sendMail(email);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${Date.now()}-${randomUUID()}.eml`);
      await writeFile(`${file}.unfinished`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.unfinished`, file);
      log(`No mail server is configured (SMTP_URL): an email was written to ${file}`);
    },
  };
}
