import { parseArgs } from 'node:util';
import { startFirefox } from '../../e2e/support/firefox.ts';
import { startWebKit } from '../../e2e/support/webkit.ts';
import { measureAccounts } from './accounts/measure-accounts.ts';
import { measureAttempts } from './attempts/measure-attempts.ts';
import { measureToday } from './attempts/measure-today.ts';
import { measureCluster } from './cluster/measure-cluster.ts';
import { measureCuration } from './curation/measure-curation.ts';
import { measureEditor } from './curation/measure-editor.ts';
import { measureAlignment } from './engine/align/measure-alignment.ts';
import { measureSplit } from './engine/align/measure-split.ts';
import { refitAlignment } from './engine/align/refit-alignment.ts';
import { measureFuzz } from './engine/fuzz/measure-fuzz.ts';
import { measureEngine } from './engine/measure-engine.ts';
import { measureFaults } from './faults/measure-faults.ts';
import { measureGreedy } from './greedy/measure-greedy.ts';
import { measureGrowth } from './growth/measure-growth.ts';
import { measureHostile } from './hostile/measure-hostile.ts';
import { measureLayout } from './layout/measure-layout.ts';
import { measureLoad } from './load/measure-load.ts';
import { describeMachine } from './machine.ts';
import { measureOvershoot, measureOvershootIn } from './overshoot/measure-overshoot.ts';
import { measurePeers } from './peers/measure-peers.ts';
import { measureReaders } from './readers/measure-readers.ts';
import { measureReplicas } from './replicas/measure-replicas.ts';
import { type Bench, toMarkdown } from './report.ts';
import { saveResult } from './results.ts';
import { measureDrawnCuts } from './speech/measure-drawn-cuts.ts';
import { measureSoundTimes } from './speech/measure-sound-times.ts';
import { measureSpeech } from './speech/measure-speech.ts';
import { measureTurnEndsAlone } from './speech/turns/measure-turn-ends.ts';
import { listStale } from './stale.ts';
import { measureStart } from './start/measure-start.ts';
import { measureTurn } from './turn/measure-turn.ts';
import { measureWeight } from './weight/measure-weight.ts';

const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '20261121' },
    within: { type: 'string', default: '60' },
    learners: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '10' },
    // For `attempts`: the total number of attempts. A learner has 10,000 attempts and 1000 cards.
    attempts: { type: 'string', default: '20000000' },
    accounts: { type: 'string', default: '10000000' },
    // For `greedy`: seconds per call, and the number of servers.
    seconds: { type: 'string', default: '2' },
    servers: { type: 'string', default: '1' },
    // Regular expression: for `greedy` of calls, for `readers` of formats.
    only: { type: 'string', default: '' },
  },
});

const rounds = values.rounds === undefined ? undefined : Number(values.rounds);

const BENCHES: Bench[] = [
  { name: 'overshoot', run: measureOvershoot },
  {
    name: 'overshoot-firefox',
    run: () => measureOvershootIn({ start: startFirefox, max: 25, movesInSteps: true }),
  },
  {
    name: 'overshoot-webkit',
    run: () => measureOvershootIn({ start: startWebKit, max: 60, movesInSteps: false }),
  },
  { name: 'start', run: measureStart },
  { name: 'weight', run: measureWeight },
  { name: 'engine', run: measureEngine },
  { name: 'alignment', run: measureAlignment },
  { name: 'refit', run: refitAlignment },
  { name: 'split', run: () => measureSplit(Number(values.seed)) },
  { name: 'fuzz', run: measureFuzz },
  { name: 'speech', run: measureSpeech },
  { name: 'cuts', run: measureDrawnCuts },
  { name: 'sound-times', run: measureSoundTimes },
  { name: 'turn-ends', run: measureTurnEndsAlone },
  { name: 'turn', run: measureTurn },
  { name: 'layout', run: () => measureLayout({ sizes: rounds ?? 40, seed: Number(values.seed) }) },
  { name: 'accounts', run: measureAccounts },
  { name: 'curation', run: measureCuration },
  { name: 'editor', run: measureEditor },
  {
    name: 'readers',
    run: () => measureReaders({ seeds: rounds ?? 40, seed: Number(values.seed), only: values.only }),
  },
  { name: 'replicas', run: measureReplicas },
  { name: 'cluster', run: () => measureCluster({ rounds, seed: Number(values.seed) }) },
  { name: 'peers', run: () => measurePeers({ rounds }) },
  { name: 'growth', run: measureGrowth },
  { name: 'today', run: measureToday },
  {
    name: 'attempts',
    run: () => measureAttempts({ attempts: Number(values.attempts), accounts: Number(values.accounts) }),
  },
  {
    name: 'load',
    run: () => measureLoad({ learners: Number(values.learners), minutes: Number(values.minutes) }),
  },
  {
    name: 'greedy',
    run: () =>
      measureGreedy({
        seconds: Number(values.seconds),
        servers: Number(values.servers),
        seed: Number(values.seed),
        only: values.only,
      }),
  },
  {
    name: 'hostile',
    run: () =>
      measureHostile({
        requests: Number(values.requests),
        seed: Number(values.seed),
        minutes: Number(values.within),
      }),
  },
  { name: 'faults', run: () => measureFaults({ rounds, seed: Number(values.seed) }) },
];

/** Benches that only run if named: each takes a quarter of an hour or more. */
const ON_REQUEST = 'growth load attempts readers greedy cluster replicas layout faults'.split(' ');

if (names.includes('stale')) {
  console.log(toMarkdown(await listStale()));
  process.exit(0);
}

const isRequested = ({ name }: Bench): boolean =>
  names.length === 0 ? !ON_REQUEST.includes(name) : names.includes(name);

const known = BENCHES.map(({ name }) => name);
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  process.exit(1);
}

// Exit through process.exit, so that exit handlers stop the processes that the benches started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

// Sequentially, since each bench needs the whole machine.
for (const bench of BENCHES.filter(isRequested)) {
  const machine = describeMachine();
  console.log(`\n${bench.name} (${machine})\n`);
  const report = await bench.run();
  console.log(toMarkdown(report));
  for (const failure of report.failures ?? []) console.error(failure);
  if (report.failures?.length) process.exitCode = 1;
  await saveResult({ ...report, bench: bench.name, environment: machine });
}
