import { expect } from '@playwright/test';
import type { MailServer } from '../../../apps/server/src/testing/doubles/mail-server.ts';

export type Email = MailServer['messages'][number];

/** The first email to an address that leads to a screen, once it has come. */
export async function emailTo(
  mail: MailServer,
  email: string,
  screen: '/reset-password' | '/verify-email' = '/reset-password',
): Promise<Email> {
  const message = () =>
    mail.messages.find(({ to, text }) => to?.[0]?.address === email && text?.includes(`${screen}?`));
  await expect.poll(message, { message: `an email to ${email}` }).toBeDefined();
  return message() as Email;
}

/** The address in an email, which has the same in its text and in its HTML. */
export function linkIn({ text = '', html = '' }: Email): string {
  const link = /https?:\S+/.exec(text)?.[0] ?? '';
  expect(html).toContain(`href="${link.replaceAll('&', '&#38;')}"`);
  return link;
}
