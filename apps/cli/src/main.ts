import { EXIT } from './exit-code.ts';
import { sayback } from './sayback.ts';

// It isn't an error if a program such as head closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  throw error;
});

const { stdin, stdout, stderr } = process;
process.exitCode = await sayback({ cwd: process.cwd(), stdin, stdout, stderr }, process.argv.slice(2));
