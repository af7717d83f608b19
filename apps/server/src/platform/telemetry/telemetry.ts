import type { Telemetry, TraceSettings } from './tracing.ts';

export type { Telemetry, TraceSettings } from './tracing.ts';

/** Loaded only where traces are wanted: their libraries cost a tenth of a second at start, and some work in each request. */
export async function openTelemetry(
  settings: TraceSettings | null,
  tools: { version: string; log: (message: string) => void },
): Promise<Telemetry | null> {
  if (!settings) return null;
  const { startTracing } = await import('./tracing.ts');
  return startTracing(settings, tools);
}
