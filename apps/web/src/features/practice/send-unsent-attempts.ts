import { unsentAttempts } from './unsent-attempts.ts';

/** Sends the turns that couldn't be sent when they were said. The code for it is loaded only if there are some. */
export async function sendUnsentAttempts(account: string): Promise<void> {
  if (unsentAttempts.items(account).length === 0) return;
  const { sendAttempts } = await import('./attempts/attempts.ts');
  await sendAttempts(account);
}
