import { execFileSync } from 'node:child_process';
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** Describes the date and machine of a measurement. The load average shows how busy the machine was. */
export function describeMachine(): string {
  const changed = git('status', '--porcelain') === '' ? '' : ' with changes';
  return [
    new Date().toISOString().slice(0, 10),
    `${cpus().length} cores`,
    `${Math.round(totalmem() / 1024 ** 3)} GB of memory`,
    `${platform()} ${arch()}`,
    `Node ${process.versions.node}`,
    `commit ${git('rev-parse', '--short', 'HEAD')}${changed}`,
    `load average at the start ${loadavg()[0]?.toFixed(1)}`,
  ].join(', ');
}
