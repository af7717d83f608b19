import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** The headers that keep the page to itself and to YouTube's player. */
export async function installSecurityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  const isHttps = publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        frameSrc: ['https://www.youtube.com', 'https://www.youtube-nocookie.com'],
        imgSrc: ["'self'", 'data:', 'blob:', 'https://i.ytimg.com'],
        mediaSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'", 'https://www.youtube.com'],
        // Mantine writes its theme as a style element and sizes as style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    // YouTube's player refuses (error 153) where no referrer is sent.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000 },
    // Its frame is of another origin and doesn't opt in.
    crossOriginEmbedderPolicy: false,
  });
}
