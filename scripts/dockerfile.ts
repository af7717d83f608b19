/** A stage of a Dockerfile: its instructions in order, with continued lines joined. Supports only what our Dockerfile uses. */
export type Stage = { name: string | null; instructions: { name: string; text: string }[] };

/** Parses a Dockerfile. Throws on unsupported instructions. */
export function readDockerfile(content: string): Stage[] {
  const stages: Stage[] = [];
  const lines = content
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'));
  for (const line of lines) {
    const [name = '', ...rest] = line.trim().split(/\s+/);
    const text = rest.join(' ');
    if (name === 'FROM') stages.push({ name: text.match(/ AS (\S+)$/)?.[1] ?? null, instructions: [] });
    else if (SUPPORTED.has(name)) stages.at(-1)?.instructions.push({ name, text });
    else throw new Error(`the test doesn't support ${name}`);
  }
  return stages;
}

const SUPPORTED = new Set([
  'WORKDIR',
  'COPY',
  'RUN',
  'ENV',
  'USER',
  'VOLUME',
  'EXPOSE',
  'HEALTHCHECK',
  'CMD',
]);

/** Returns the texts of a stage's instructions of one kind, in order. */
export function instructionTexts(stage: Stage, name: string): string[] {
  return stage.instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);
}
