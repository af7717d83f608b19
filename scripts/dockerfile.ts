/** A stage of a Dockerfile, as far as ours requires: its instructions in order, with continued lines joined. */
export type Stage = { name: string | null; instructions: { name: string; text: string }[] };

/** Parses a Dockerfile. Throws on an instruction that a rehearsal couldn't follow. */
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
    else if (KNOWN.has(name)) stages.at(-1)?.instructions.push({ name, text });
    else throw new Error(`the rehearsal doesn't support ${name}`);
  }
  return stages;
}

const KNOWN = new Set(['WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD']);

/** Returns the texts of a stage's instructions of one kind, in order. */
export function instructionTexts(stage: Stage, name: string): string[] {
  return stage.instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);
}
