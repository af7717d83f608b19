import { expect } from '@playwright/test';
import type { MailServer } from '../../../apps/server/src/testing/doubles/mail-server.ts';

export type Letter = MailServer['messages'][number];

/** The first letter to an address that leads to a screen, once it has come. */
export async function letterTo(
  mail: MailServer,
  email: string,
  screen: '/reset-password' | '/verify-email' = '/reset-password',
): Promise<Letter> {
  const found = () =>
    mail.messages.find(({ to, text }) => to?.[0]?.address === email && text?.includes(`${screen}?`));
  await expect.poll(found, { message: `a letter to ${email}` }).toBeDefined();
  return found() as Letter;
}

/** The address in a letter, which has the same in its text and in its HTML. */
export function linkIn({ text = '', html = '' }: Letter): string {
  const link = /https?:\S+/.exec(text)?.[0] ?? '';
  expect(html).toContain(`href="${link.replaceAll('&', '&#38;')}"`);
  return link;
}
