import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError, badField } from './app-error.ts';

/** A part of a form that carries a file. Its stream must be read to its end, or the form stands still. */
export type FilePart = { field: string; name: string; stream: Readable & { truncated?: boolean } };

const notAForm = () => new AppError('wrong_type', 'This call takes a form (multipart/form-data).');

/**
 * Reads a form part by part: hands each file to `onFile`, which must read its stream, and answers the text fields.
 * Throws a 415 for anything but a form and a 413 for a file over `maxFileBytes`.
 */
export async function readForm(
  request: FastifyRequest,
  maxFileBytes: number,
  onFile: (part: FilePart) => Promise<void>,
): Promise<Record<string, string>> {
  if (!request.isMultipart()) throw notAForm();
  const fields: Record<string, string> = {};
  const parts = request.parts({
    limits: { fileSize: maxFileBytes, files: 4, fields: 20, fieldSize: 100_000 },
  });
  for await (const part of parts) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    await onFile({ field: part.fieldname, name: part.filename, stream: part.file });
    if (part.file.truncated) {
      throw new AppError(
        'too_large',
        `The file is larger than ${Math.floor(maxFileBytes / 1024 / 1024)} MiB.`,
      );
    }
  }
  return fields;
}

/** Reads a form whose files are small enough for memory. */
export async function readSmallForm(request: FastifyRequest, maxFileBytes: number) {
  const files: Record<string, { name: string; bytes: Buffer }> = {};
  const fields = await readForm(request, maxFileBytes, async ({ field, name, stream }) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    files[field] = { name, bytes: Buffer.concat(chunks) };
  });
  return { fields, files };
}

/** A 400 for a file that the form lacks. */
export const missingFile = (field: string) => badField(field, 'No file was sent.');
