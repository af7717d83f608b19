import { isSubtitleName } from './subtitle-file.ts';

type ExtractionProblem = 'noneInArchive' | 'archiveTooLarge' | 'brokenArchive' | 'wrongFile';

const isArchive = ({ name }: File) => /\.zip$/i.test(name);

/** Returns the subtitle files among chosen or dropped files, including those in archives; or the problem if there are none. */
export async function extractSubtitleFiles(files: readonly File[]): Promise<File[] | ExtractionProblem> {
  const subtitleFiles: File[] = [];
  for (const file of files) {
    if (isSubtitleName(file.name)) subtitleFiles.push(file);
    if (!isArchive(file)) continue;
    const { unzipSubtitles } = await import('@sayback/subtitles/archive');
    const archive = unzipSubtitles(new Uint8Array(await file.arrayBuffer()));
    if ('problem' in archive) return archive.problem.id as ExtractionProblem;
    subtitleFiles.push(...archive.files.map(({ name, bytes }) => new File([bytes as BlobPart], name)));
  }
  return subtitleFiles.length > 0 ? withUniqueNames(subtitleFiles) : 'wrongFile';
}

/** Adds a number to repeated names: files from two folders can have the same name. */
function withUniqueNames(files: readonly File[]): File[] {
  const countByName = new Map<string, number>();
  return files.map((file) => {
    const count = (countByName.get(file.name) ?? 0) + 1;
    countByName.set(file.name, count);
    return count === 1 ? file : new File([file], file.name.replace(/(\.[^.]*)$/, ` (${count})$1`));
  });
}
