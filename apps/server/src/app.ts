import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { installErrorHandler } from './errors/error-handler.ts';
import { accountFeature, auditRecorder } from './features/accounts/index.ts';
import { candidateFeature, candidateSubjects } from './features/candidates/index.ts';
import { type BackgroundWork, countJobs, jobFeature } from './features/jobs/index.ts';
import { languageRoutes } from './features/languages/index.ts';
import { exportPractice, hasPractised, practiceFeature } from './features/practice/index.ts';
import { subtitleFeature, subtitleSubjects } from './features/subtitles/index.ts';
import { videoFeature, videoSubjects } from './features/videos/index.ts';
import { addRequesters } from './http/add-requesters.ts';
import { installJsonBodies } from './http/json-body.ts';
import { rejectUrl } from './http/malformed-requests.ts';
import { describeApi } from './http/openapi.ts';
import { createRouter } from './http/serve.ts';
import { installWrongMethods } from './http/wrong-methods.ts';
import { describeError } from './ops/describe-error.ts';
import { installDraining } from './ops/draining.ts';
import { installHealth } from './ops/health.ts';
import { limitInFlight } from './ops/in-flight-limit.ts';
import { installLoadShedding } from './ops/load-shedding.ts';
import { installMetrics } from './ops/metrics.ts';
import { requestIds } from './ops/request-id.ts';
import { limitBodyMemory } from './security/body-memory.ts';
import { limitCalls } from './security/call-limits.ts';
import { limitCallers } from './security/caller-limit.ts';
import { clientAddress } from './security/client-address.ts';
import { limitConnections } from './security/connection-limit.ts';
import { installRequestTimeouts, REQUEST_TIMEOUTS, refuseConnection } from './security/request-timeouts.ts';
import { installSecurityHeaders } from './security/security-headers.ts';
import { installWebApp } from './web-app/serve-web-app.ts';

/** Removes the query, because signatures in it grant access to media and must not be logged. */
const stripQuery = (url: string) => url.split('?')[0];

function createServer({ logLevel, trustProxy }: Context['config']): FastifyInstance {
  const app = Fastify({
    trustProxy,
    genReqId: requestIds(trustProxy),
    logger: {
      level: logLevel,
      serializers: {
        err: describeError,
        req: (request) => ({ method: request.method, url: stripQuery(request.url), remote: request.ip }),
      },
    },
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: false, maxParamLength: 500 },
    // Close idle connections, and requests that arrive too slowly, except uploads.
    connectionTimeout: 120_000,
    requestTimeout: REQUEST_TIMEOUTS.requestTimeout,
    http: REQUEST_TIMEOUTS,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Serve requests that arrive on a kept-alive connection while the server stops.
    return503OnClosing: false,
    frameworkErrors: rejectUrl,
    clientErrorHandler: refuseConnection,
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  return app;
}

/**
 * Builds the server with all features, without listening. Once `draining` aborts, the server reports that it isn't ready, but
 * still serves requests.
 */
export async function buildApp(
  context: Context,
  extraWork: BackgroundWork[] = [],
  draining = new AbortController(),
): Promise<FastifyInstance> {
  const { config, db } = context;
  const app = createServer(config);
  installErrorHandler(app);
  limitConnections(app, config.trustProxy);
  installRequestTimeouts(app);
  limitBodyMemory(app);
  addRequesters(app);
  const callers = limitCallers(app, context.tokens.getAccount, config.requestsInFlight);
  const inFlight = limitInFlight(app, {
    limit: config.requestsInFlight,
    database: context.health,
    callers,
  });
  const recordAudit = auditRecorder(db, { ...videoSubjects, ...subtitleSubjects, ...candidateSubjects });
  const router = createRouter(app, context.authenticate, recordAudit, inFlight, limitCalls(context.limits));
  if (context.telemetry) await app.register(context.telemetry.plugin);
  installDraining(app, draining);
  // While draining, let Fastify respond, because its responses end connections.
  const addressOf = clientAddress(config.trustProxy);
  installLoadShedding(app, router.served, (request) =>
    draining.signal.aborted ? null : inFlight.rejection(() => addressOf(request)),
  );
  installMetrics(app, {
    token: config.metricsToken,
    sources: {
      version: context.version,
      inFlight: inFlight.inFlight,
      refused: inFlight.refused,
      refusedCallers: callers.refused,
      pools: context.pools,
      replicas: context.replicas,
      engine: context.engine.load,
      limited: context.limits.rejections,
      unknownBrowserFailures: () => context.limits.failures.fromUnknownDevices,
      isListening: context.listener.isLive,
      jobs: countJobs(context),
      isCircuitOpen: async () => (await context.captions.state()).circuit === 'open',
    },
  });
  await installSecurityHeaders(app, config.publicUrl, config.s3PublicUrl);
  // Brotli's default level is meant for files that are compressed once.
  await app.register(compress, {
    threshold: 1024,
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(multipart, { throwFileSizeLimit: false });
  installJsonBodies(app);

  languageRoutes(router);
  const accountWork = accountFeature(app, router, { ...context, readPersonalData: exportPractice(db) });
  const videoWork = videoFeature(app, router, context);
  const subtitleWork = subtitleFeature(app, router, { ...context, hasPractised });
  const candidateWork = candidateFeature(app, router, context);
  const practiceWork = practiceFeature(app, router, context);
  const work = [
    { kinds: [], ...accountWork },
    videoWork,
    subtitleWork,
    candidateWork,
    practiceWork,
    ...extraWork,
  ];
  const jobs = jobFeature(app, router, context, work);
  installWrongMethods(app, router.served);

  let description: Buffer | undefined;
  // Requests for the document aren't limited, and compressing each response would occupy all threads.
  app.get('/api/openapi.json', { compress: false }, (_, reply) => {
    description ??= Buffer.from(JSON.stringify(describeApi(router.served, config.publicUrl)));
    return reply.type('application/json; charset=utf-8').send(description);
  });
  installHealth(app, {
    isDraining: () => draining.signal.aborted,
    isDatabaseUsable: context.health.isUsable,
  });
  await installWebApp(app);

  app.addHook('onReady', () => context.jobs.start(jobs.tasks, jobs.daily));
  let stopped: Promise<void> | undefined;
  app.addHook('preClose', async () => {
    // Stop starting jobs, then interrupt the running ones, which return to the queue.
    stopped = context.jobs.stop();
    jobs.interrupt();
  });
  app.addHook('onClose', () => stopped);
  return app;
}
