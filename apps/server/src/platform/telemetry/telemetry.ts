import type { FastifyPluginCallback } from 'fastify';

export type TraceSettings = { endpoint: string; serviceName: string };

/** Traces of requests, and of what they ask of the database and of outside services. */
export type Telemetry = {
  /** To be registered before routes are added. */
  plugin: FastifyPluginCallback;
  /** Hands over what is left, within seconds. */
  close: () => Promise<void>;
};

/** Loaded only where traces are wanted: their libraries cost a tenth of a second at start, and some work in each request. */
export async function openTelemetry(
  settings: TraceSettings | null,
  tools: { version: string; log: (message: string) => void },
): Promise<Telemetry | null> {
  if (!settings) return null;
  const { startTracing } = await import('./tracing.ts');
  return startTracing(settings, tools);
}
