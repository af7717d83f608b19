import { isSubtitleName } from './subtitle-file.ts';

type Refusal = 'noneInArchive' | 'archiveTooLarge' | 'brokenArchive' | 'wrongFile';

const isArchive = ({ name }: File) => /\.zip$/i.test(name);

/** Finds the subtitle files among chosen or dropped files, including archives; or returns the reason if there are none. */
export async function openFiles(files: readonly File[]): Promise<File[] | Refusal> {
  const subtitleFiles: File[] = [];
  for (const file of files) {
    if (isSubtitleName(file.name)) subtitleFiles.push(file);
    if (!isArchive(file)) continue;
    const { unzipSubtitles } = await import('@sayback/subtitles/archive');
    const unpacked = unzipSubtitles(new Uint8Array(await file.arrayBuffer()));
    if ('problem' in unpacked) return unpacked.problem.id as Refusal;
    subtitleFiles.push(...unpacked.files.map(({ name, bytes }) => new File([bytes as BlobPart], name)));
  }
  return subtitleFiles.length > 0 ? withOwnNames(subtitleFiles) : 'wrongFile';
}

/** Files from two folders may have the same name. */
function withOwnNames(files: readonly File[]): File[] {
  const seen = new Map<string, number>();
  return files.map((file) => {
    const times = (seen.get(file.name) ?? 0) + 1;
    seen.set(file.name, times);
    return times === 1 ? file : new File([file], file.name.replace(/(\.[^.]*)$/, ` (${times})$1`));
  });
}
