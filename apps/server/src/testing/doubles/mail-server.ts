import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type MailServer = {
  url: string;
  messages: Email[];
  /** True for each email received over TLS. */
  encrypted: boolean[];
  /** Number of emails to reject from now on. */
  faults: { rejections: number };
  close: () => Promise<void>;
};

/** Starts a real mail server on loopback. With TLS, it offers STARTTLS with a self-signed certificate. */
export async function startMailServer({ hasTls = false } = {}): Promise<MailServer> {
  const messages: Email[] = [];
  const encrypted: boolean[] = [];
  const faults = { rejections: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: hasTls ? [] : ['STARTTLS'],
    onData(stream, { secure }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (faults.rejections > 0) {
          faults.rejections -= 1;
          done(new Error('try again later'));
          return;
        }
        encrypted.push(secure);
        messages.push(await PostalMime.parse(Buffer.concat(chunks)));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    encrypted,
    faults,
    close: () => new Promise<void>((done) => server.close(done)),
  };
}
