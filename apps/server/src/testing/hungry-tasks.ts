import run from '../engine/engine-worker.ts';

/** The engine's tasks, for which the text `endless` never finishes and `hungry` exhausts the memory. */
export default function runHungry(work: Parameters<typeof run>[0]): unknown {
  const text = work.input instanceof Uint8Array ? Buffer.from(work.input).toString() : `${work.input}`;
  while (text.includes('endless'));
  const eaten: object[] = [];
  while (text.includes('hungry')) eaten.push({ size: eaten.length, list: [1, 2] });
  return run(work);
}
