// Loaded into the server's process before it starts. On SIGUSR2, writes the maximum and 99th-percentile event loop delay since
// the previous signal, in milliseconds, to the file named by LOOP_FILE.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 1;

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  process.on('SIGUSR2', () => {
    // The histogram contains the time between two ticks, so subtract the timer's own millisecond.
    const [max, typical] = [delay.max, delay.percentile(99)].map((ns) =>
      Math.max(0, ns / 1e6 - RESOLUTION_MS),
    );
    delay.reset();
    writeFileSync(process.env.LOOP_FILE, JSON.stringify({ max: max, typical: typical }));
  });
}
