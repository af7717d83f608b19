import { measureAccounts } from './accounts/measure-accounts.ts';
import { measureCandidates } from './candidates/measure-candidates.ts';
import { measureCuration } from './curation/measure-curation.ts';
import { measureAlignment } from './engine/align/measure-alignment.ts';
import { refitAlignment } from './engine/align/refit-alignment.ts';
import { measureFuzz } from './engine/fuzz/measure-fuzz.ts';
import { measureEngine } from './engine/measure-engine.ts';
import { describeMachine } from './machine.ts';
import { measureOvershoot } from './overshoot/measure-overshoot.ts';
import { keepFigures } from './readme.ts';
import { type Bench, toMarkdown } from './report.ts';
import { measureStart } from './start/measure-start.ts';
import { measureUpload } from './upload/measure-upload.ts';
import { measureWeight } from './weight/measure-weight.ts';

const BENCHES: Bench[] = [
  { name: 'overshoot', run: measureOvershoot },
  { name: 'start', run: measureStart },
  { name: 'weight', run: measureWeight },
  { name: 'upload', run: measureUpload },
  { name: 'engine', run: measureEngine },
  { name: 'alignment', run: measureAlignment },
  { name: 'refit', run: refitAlignment },
  { name: 'fuzz', run: measureFuzz },
  { name: 'accounts', run: measureAccounts },
  { name: 'curation', run: measureCuration },
  { name: 'candidates', run: measureCandidates },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !BENCHES.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(
    `No bench is called ${unknown.join(', ')}; there are ${BENCHES.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}

// One after the other: each wants the machine for itself.
for (const { name, run } of BENCHES) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const machine = describeMachine();
  console.log(`\n${name} (${machine})\n`);
  const figures = toMarkdown(await run());
  console.log(figures);
  await keepFigures(name, `${machine}.\n\n${figures}`);
}
