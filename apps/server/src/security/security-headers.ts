import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

/**
 * Allows pages to load from this origin, media from `mediaUrl`, and YouTube's player. Generates the headers only once, since
 * helmet would take a tenth of the CPU time of a short response.
 */
export async function installSecurityHeaders(
  app: FastifyInstance,
  publicUrl: string,
  mediaUrl: string | null,
): Promise<void> {
  const headers = await generateHeaders(publicUrl.startsWith('https:'), mediaUrl);
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers);
    done();
  });
}

async function generateHeaders(isHttps: boolean, mediaUrl: string | null): Promise<Record<string, string>> {
  const media = mediaUrl ? [new URL(mediaUrl).origin] : [];
  const app = Fastify();
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'", ...media],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        frameSrc: ['https://www.youtube.com', 'https://www.youtube-nocookie.com'],
        imgSrc: ["'self'", 'data:', 'blob:', 'https://i.ytimg.com', ...media],
        mediaSrc: ["'self'", 'blob:', ...media],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'", 'https://www.youtube.com'],
        // Mantine writes its theme as a style element and sizes as style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    // YouTube's player fails (error 153) without a referrer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000 },
    // YouTube's frame is cross-origin and doesn't opt in to embedding.
    crossOriginEmbedderPolicy: false,
  });
  app.get('/', { exposeHeadRoute: false }, (_, reply) => reply.send());
  const { headers } = await app.inject({ url: '/' });
  await app.close();
  const excluded = ['content-length', 'connection', 'date'];
  const fromHelmet = Object.entries(headers).filter(([name]) => !excluded.includes(name));
  return {
    ...Object.fromEntries(fromHelmet.map(([name, value]) => [name, String(value)])),
    // Only Sayback's own pages can use the microphone. Unlisted features, such as autoplay and full screen, are still allowed.
    'permissions-policy':
      'microphone=(self), camera=(), geolocation=(), payment=(), usb=(), display-capture=()',
  };
}
