import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type MailServer = {
  url: string;
  /** Those it took, the first first. */
  letters: Email[];
  /** How many letters it refuses from now on. */
  trouble: { refusals: number };
  close: () => Promise<void>;
};

/** A real mail server on loopback. It refuses the first letters when told to. */
export async function startMailServer(): Promise<MailServer> {
  const letters: Email[] = [];
  const trouble = { refusals: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (trouble.refusals > 0) {
          trouble.refusals -= 1;
          done(new Error('try again later'));
          return;
        }
        letters.push(await PostalMime.parse(Buffer.concat(chunks)));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    trouble,
    close: () => new Promise<void>((done) => server.close(done)),
  };
}
