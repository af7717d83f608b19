import run from '../engine/engine-worker.ts';

/** Runs the engine's tasks, except that the text `endless` never finishes, and `hungry` exhausts the memory. */
export default function runTask(work: Parameters<typeof run>[0]): unknown {
  const text = work.input instanceof Uint8Array ? Buffer.from(work.input).toString() : `${work.input}`;
  while (text.includes('endless'));
  const objects: object[] = [];
  while (text.includes('hungry')) objects.push({ size: objects.length, list: [1, 2] });
  return run(work);
}
