import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A checkout with a built server, and the Node that runs it. */
export type ServerBuild = { checkout: string; node: string };

export const OWN_BUILD: ServerBuild = {
  checkout: fileURLToPath(new URL('../..', import.meta.url)),
  node: process.execPath,
};

let tested = OWN_BUILD;

/** The server used by rounds of faults and load: this checkout's, unless set otherwise. */
export function setServerBuild(build: ServerBuild): void {
  tested = build;
}

/** The command that runs the server under test. */
export const serverCommand = (): [node: string, main: string] => [
  tested.node,
  path.join(tested.checkout, 'apps/server/dist/main.js'),
];

/** Its commit and Node: `01c517f on Node 20.20.2`. */
export function describeBuild({ checkout, node }: ServerBuild): string {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: checkout, encoding: 'utf8' }).trim();
  return `${run('git', 'rev-parse', '--short', 'HEAD')} on Node ${run(node, '--version').slice(1)}`;
}
