import { type MailServer, startMailServer } from '../../../apps/server/src/testing/doubles/mail-server.ts';
import {
  type OpenIdProvider,
  providerSettings,
  startOpenIdProvider,
} from '../../../apps/server/src/testing/doubles/openid-provider.ts';
import { startSayback } from '../../support/sayback-server.ts';
import { test as base } from '../../support/test.ts';
import { runSql } from '../run-sql.ts';

type AccountFixtures = {
  /** The server's registration policy. */
  registration: 'open' | 'invite';
  /** Receives the server's emails. */
  mail: MailServer;
  /** The identity provider School. */
  provider: OpenIdProvider;
  /** Runs a statement on the server's database, to simulate the passage of time. */
  runSql: (statement: string) => Promise<void>;
};

const USERS = {
  ana: { email: 'ana@school.example', email_verified: true, preferred_username: 'ana lópez' },
  ben: { email: 'ben@school.example', email_verified: true, preferred_username: 'ben' },
};

/** A test with a server that sends emails and has an identity provider. */
export const test = base.extend<object, AccountFixtures>({
  registration: ['open', { option: true, scope: 'worker' }],

  mail: [
    async ({ world: _ }, use) => {
      const mail = await startMailServer();
      await use(mail);
      await mail.close();
    },
    { scope: 'worker' },
  ],

  provider: [
    async ({ world: _ }, use) => {
      const provider = await startOpenIdProvider(USERS);
      await use(provider);
      provider.close();
    },
    { scope: 'worker' },
  ],

  server: [
    async ({ world: _, registration, mail, provider }, use) => {
      const server = await startSayback({
        REGISTRATION: registration,
        SMTP_URL: mail.url,
        MAIL_FROM: 'Sayback <sayback@example.org>',
        ...providerSettings(provider.issuer),
      });
      provider.serve(server.url);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 360_000 },
  ],

  runSql: [({ server }, use) => use((statement) => runSql(server, statement)), { scope: 'worker' }],
});

export { expect } from '../../support/test.ts';
