import { expect, it, onTestFinished } from 'vitest';
import { startMailServer } from '../../testing/doubles/mail-server.ts';
import { openSmtpMail } from './mail.ts';

const EMAIL = { to: 'ben@example.org', subject: 'A link', text: 'https://…', html: '<p>https://…</p>' };
/** Address that reaches this machine but counts as another one, since it isn't in the loopback range. */
const OTHER_HOST = '0.0.0.0';

async function sendTo(host: string, { query = '', hasTls = false } = {}) {
  const server = await startMailServer({ hasTls });
  onTestFinished(() => server.close());
  const url = server.url.replace('127.0.0.1', host) + query;
  const failure: unknown = await openSmtpMail(url, 'sayback@example.org')
    .send(EMAIL)
    .catch((error: unknown) => error);
  return { failure, subjects: server.messages.map(({ subject }) => subject), encrypted: server.encrypted };
}

it('the mailer sends no email unencrypted to another machine', async () => {
  const { failure, subjects } = await sendTo(OTHER_HOST);
  expect(failure).toBeInstanceOf(Error);
  expect(subjects).toEqual([]);
});

it('the mailer sends emails to another machine by STARTTLS', async () => {
  const sent = await sendTo(OTHER_HOST, { hasTls: true, query: '?tls.rejectUnauthorized=false' });
  expect(sent).toEqual({ failure: undefined, subjects: ['A link'], encrypted: [true] });
});

it('the mailer refuses an untrusted certificate', async () => {
  const { failure, subjects } = await sendTo(OTHER_HOST, { hasTls: true });
  expect(failure).toBeInstanceOf(Error);
  expect(subjects).toEqual([]);
});

it('the mailer sends emails unencrypted to another machine if the URL allows it', async () => {
  const sent = await sendTo(OTHER_HOST, { query: '?requireTLS=false' });
  expect(sent).toEqual({ failure: undefined, subjects: ['A link'], encrypted: [false] });
});

it.each(['127.0.0.1', 'localhost'])('the mailer sends emails unencrypted to %s', async (host) => {
  const sent = await sendTo(host);
  expect(sent).toEqual({ failure: undefined, subjects: ['A link'], encrypted: [false] });
});
