import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';

/** A failure's message may repeat what somebody typed, and exceptions hold it too: the status alone says what failed. */
function discreet(span: ReadableSpan): ReadableSpan {
  if (span.status.message === undefined && span.events.length === 0) return span;
  return Object.create(span, { status: { value: { code: span.status.code } }, events: { value: [] } });
}

/**
 * Sends spans without the messages of failures. A collector that is down is told of once, and again when it was back in
 * between; what it should have had is lost.
 */
export function discreetExporter(exporter: SpanExporter, log: (message: string) => void): SpanExporter {
  let isDown = false;
  return {
    export(spans, done) {
      exporter.export(spans.map(discreet), (result) => {
        if (result.error && !isDown) log(`traces could not be handed over: ${result.error.message}`);
        isDown = result.code !== 0;
        // The processor would tell of each failure on its own.
        done({ code: 0 });
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
