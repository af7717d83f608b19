import { subtitleExtensions } from '@sayback/contract/subtitle-formats';
import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { type Problem, problem } from '../cues/problem.ts';

export type PackedFile = { name: string; bytes: Uint8Array };

/** Maximum size of a file: the same as for a single uploaded file. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
const MAX_ENTRIES = 2000;
/** Number of compressed bytes between two checks of the limits. A zip bomb expands one byte to at most 1032. */
const STEP_BYTES = 8192;

const SUBTITLE_NAME = new RegExp(`\\.(?:${subtitleExtensions.join('|')})$`, 'i');
/** Returns true for subtitle files. Excludes the metadata files that macOS adds for each file. */
const isSubtitle = (name: string) => SUBTITLE_NAME.test(name) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name);

const baseName = (name: string) => name.split(/[\\/]/).at(-1) ?? name;

export function isZip(bytes: Uint8Array): boolean {
  return startsWith(bytes, 'PK\x03\x04');
}

/**
 * Extracts the subtitle files from a zip archive, in archive order and with names without folders. Ignores nested archives.
 * Returns a problem for an archive that is damaged or exceeds the limits. Never throws.
 */
export function unzipSubtitles(bytes: Uint8Array): { files: PackedFile[] } | { problem: Problem } {
  const files: { name: string; chunks: Uint8Array[]; size: number }[] = [];
  let total = 0;
  let entries = 0;
  let failure: 'archiveTooLarge' | 'brokenArchive' | null = null;
  const unzip = new Unzip((entry: UnzipFile) => {
    entries += 1;
    if (entries > MAX_ENTRIES) failure = 'archiveTooLarge';
    if (failure || !isSubtitle(entry.name)) return;
    const file = { name: baseName(entry.name), chunks: [] as Uint8Array[], size: 0 };
    files.push(file);
    entry.ondata = (error, chunk) => {
      if (error) failure = 'brokenArchive';
      if (failure || !chunk) return;
      file.chunks.push(chunk);
      file.size += chunk.length;
      total += chunk.length;
      if (file.size > MAX_FILE_BYTES || total > MAX_TOTAL_BYTES) failure = 'archiveTooLarge';
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let index = 0; index < bytes.length && !failure; index += STEP_BYTES) {
      unzip.push(bytes.subarray(index, index + STEP_BYTES), index + STEP_BYTES >= bytes.length);
    }
  } catch {
    failure ??= 'brokenArchive';
  }
  if (failure) return { problem: problem(1, failure) };
  if (files.length === 0) return { problem: problem(1, entries === 0 ? 'brokenArchive' : 'noneInArchive') };
  return { files: files.map(({ name, chunks, size }) => ({ name, bytes: concatenate(chunks, size) })) };
}

function concatenate(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let index = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, index);
    index += chunk.length;
  }
  return bytes;
}

type ForeignSignature = [signature: string, id: 'foreignFormat' | 'foreignArchive', format: string];

/** Signatures of unsupported formats; `?` matches any byte. VobSub and PGS contain images rather than text. */
const FOREIGN: readonly ForeignSignature[] = [
  ['%PDF-', 'foreignFormat', 'PDF'],
  ['{\\rtf', 'foreignFormat', 'RTF'],
  ['\xD0\xCF\x11\xE0', 'foreignFormat', 'Word'],
  ['\0\0\x01\xBA', 'foreignFormat', 'VobSub'],
  ['PG????????\x16', 'foreignFormat', 'PGS'],
  ['\x1F\x8B', 'foreignArchive', 'gzip'],
  ['Rar!', 'foreignArchive', 'RAR'],
  ['7z\xBC\xAF\x27\x1C', 'foreignArchive', '7-Zip'],
];

/** Returns the bytes of a subtitle file, which can be plain or the only one in a zip archive; otherwise the problem. */
export function unpackSubtitle(
  bytes: Uint8Array,
): { bytes: Uint8Array; name?: string } | { problem: Problem } {
  const foreign = FOREIGN.find(([signature]) => startsWith(bytes, signature));
  if (foreign) return { problem: problem(1, foreign[1], { format: foreign[2] }) };
  if (!isZip(bytes)) return { bytes };
  const unpacked = unzipSubtitles(bytes);
  if ('problem' in unpacked) return unpacked;
  const [first, ...others] = unpacked.files;
  if (first && others.length === 0) return first;
  const names = unpacked.files.map(({ name }) => name).slice(0, 10);
  return { problem: problem(1, 'manyInArchive', { count: unpacked.files.length, names: names.join(', ') }) };
}

function startsWith(bytes: Uint8Array, signature: string): boolean {
  return [...signature].every(
    (character, index) =>
      bytes[index] === character.charCodeAt(0) || (character === '?' && index < bytes.length),
  );
}
