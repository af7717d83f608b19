import { type Tasks, tasks } from './tasks.ts';

export default function run({ task, input }: { task: keyof Tasks; input: unknown }): unknown {
  return (tasks[task] as (input: unknown) => unknown)(input);
}
