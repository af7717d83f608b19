import { expect } from '@playwright/test';
import type { MailServer } from '../../../apps/server/src/testing/doubles/mail-server.ts';

export type Email = MailServer['messages'][number];

/** Waits for the first email to this address with a link to a screen. */
export async function waitForEmail(
  mail: MailServer,
  email: string,
  screen: '/reset-password' | '/verify-email' = '/reset-password',
): Promise<Email> {
  const message = () =>
    mail.messages.find(({ to, text }) => to?.[0]?.address === email && text?.includes(`${screen}?`));
  await expect.poll(message, { message: `an email to ${email}` }).toBeDefined();
  return message() as Email;
}

/** Returns an email's link, which must be in both its text and its HTML. */
export function findLink({ text = '', html = '' }: Email): string {
  const link = /https?:\S+/.exec(text)?.[0] ?? '';
  expect(html).toContain(`href="${link.replaceAll('&', '&#38;')}"`);
  return link;
}
