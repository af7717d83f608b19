import run from '../engine/engine-worker.ts';

/** Runs the engine's tasks, except that the text `endless` never finishes, and `hungry` exhausts the memory. */
export default function runTask(work: Parameters<typeof run>[0]): unknown {
  const text = work.input instanceof Uint8Array ? Buffer.from(work.input).toString() : `${work.input}`;
  while (text.includes('endless'));
  // Uses a linked list of small objects: a growing array would end the process if its next copy exceeded the limit.
  let last: object | null = null;
  while (text.includes('hungry')) last = { previous: last, values: [1, 2] };
  return run(work);
}
