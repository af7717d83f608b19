import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import { sql } from 'drizzle-orm';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { accountFeature, recordDeeds } from './features/accounts/index.ts';
import { candidateFeature } from './features/candidates/index.ts';
import { type BackgroundWork, jobFeature } from './features/jobs/index.ts';
import { languageRoutes } from './features/languages/index.ts';
import { practiceDataOf, practiceFeature } from './features/practice/index.ts';
import { subtitleFeature } from './features/subtitles/index.ts';
import { videoFeature } from './features/videos/index.ts';
import { describeError } from './http/describe-error.ts';
import { installDraining } from './http/draining.ts';
import { installFailures, installWrongMethods } from './http/failures.ts';
import { installHealth } from './http/health.ts';
import { openApiOf } from './http/openapi.ts';
import { installSecurityHeaders } from './http/security-headers.ts';
import { createRouter } from './http/serve.ts';
import { installWebApp } from './http/web-app.ts';

/** Query strings of signed addresses open media: they stay out of the log. */
const withoutQuery = (url: string) => url.split('?')[0];

function createServer({ logLevel, trustProxy }: Context['config']): FastifyInstance {
  return Fastify({
    trustProxy,
    logger: {
      level: logLevel,
      serializers: {
        err: describeError,
        req: (request) => ({ method: request.method, url: withoutQuery(request.url), remote: request.ip }),
      },
    },
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: false, maxParamLength: 500 },
    // A client that stops sending is let go; uploads that go on, however slowly, are not.
    connectionTimeout: 120_000,
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
  });
}

/** Builds the whole server over its context: every feature mounted, nothing listening yet. `more` is done beside. */
export async function buildApp(context: Context, more: BackgroundWork[] = []): Promise<FastifyInstance> {
  const { config, db } = context;
  const app = createServer(config);
  const { isDraining } = installDraining(app);
  installFailures(app);
  await installSecurityHeaders(app, config.publicUrl);
  // Brotli's default level is for files that are compressed once.
  await app.register(compress, {
    threshold: 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(multipart, { throwFileSizeLimit: false });
  acceptEmptyJson(app);

  const router = createRouter(app, context.authenticate, recordDeeds(db));
  languageRoutes(router);
  const accountTasks = accountFeature(app, router, { ...context, personalDataOf: practiceDataOf(db) });
  const videoWork = videoFeature(app, router, context);
  const subtitleWork = subtitleFeature(app, router, context);
  const candidateWork = candidateFeature(app, router, context);
  practiceFeature(router, context);
  const jobs = jobFeature(app, router, context, [videoWork, subtitleWork, candidateWork, ...more]);
  installWrongMethods(app, router.served);

  const description = JSON.stringify(openApiOf(router.served, config.publicUrl));
  app.get('/api/openapi.json', (_, reply) => reply.type('application/json; charset=utf-8').send(description));
  installHealth(app, async () => !isDraining() && (await db.execute(sql`select 1`)).rows.length === 1);
  await installWebApp(app);

  app.addHook('onReady', () => context.jobs.start({ ...accountTasks, ...jobs.tasks }, jobs.daily));
  let stopped: Promise<void> | undefined;
  app.addHook('preClose', async () => {
    // First no new ones, then those under way: they go back into the queue.
    stopped = context.jobs.stop();
    jobs.interrupt();
  });
  app.addHook('onClose', () => stopped);
  return app;
}

/** Clients say `application/json` for a POST or DELETE without a body too. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body, done);
  });
}
