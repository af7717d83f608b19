import { type Tasks, tasks } from './tasks.ts';

/** A worker thread's entry. */
export default function run({ task, input }: { task: keyof Tasks; input: unknown }): unknown {
  return (tasks[task] as (input: unknown) => unknown)(input);
}
