import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { AppError, badField } from '../errors/app-error.ts';
import { message } from '../messages/message.ts';

/** A file of a form. Read its stream to the end; otherwise the parser stalls. */
export type FilePart = { field: string; name: string; stream: Readable & { truncated?: boolean } };

const notAFormError = () => new AppError('wrong_type', 'request.notAForm');

const brokenFormError = () => new AppError('bad_request', 'request.brokenForm');

/** RFC 2046, 5.1.1: the parser throws for much longer ones. */
const BOUNDARY_LIMIT = 70;
const parseBoundary = (type = '') => /boundary="?([^";]*)/i.exec(type)?.[1] ?? '';

/** The multipart parser (busboy) throws plain errors without a code. */
const isParserError = (error: unknown) =>
  error instanceof Error && /^(Unexpected end of multipart data|Malformed |Multipart: )/.test(error.message);

/** Time for which the rest of a form is discarded: browsers read the response only after sending all of it. */
const LINGER_MS = 30_000;

/** Discards the rest of a rejected form for up to `LINGER_MS`, then closes the connection. */
function readToEnd({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), LINGER_MS).unref();
  raw.once('close', () => clearTimeout(timer));
}

/**
 * Reads a form: passes each file to `onFile`, which must read its stream, and returns the text fields. Throws a 415 unless it is a
 * form, and a 413 for a file over `maxFileBytes`.
 */
export async function readForm(
  request: FastifyRequest,
  maxFileBytes: number,
  onFile: (part: FilePart) => Promise<void>,
  maxFiles = 4,
): Promise<Record<string, string>> {
  if (!request.isMultipart()) throw notAFormError();
  if (parseBoundary(request.headers['content-type']).length > BOUNDARY_LIMIT) throw brokenFormError();
  const fields: Record<string, string> = {};
  let isBroken = false;
  const parts = request.parts({
    limits: { fileSize: maxFileBytes, files: maxFiles, fields: 20, fieldSize: 100_000 },
  });
  try {
    for await (const part of parts) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      // A broken form's streams fail too, with errors that would hide the cause.
      part.file.on('error', () => {
        isBroken = true;
      });
      await onFile({ field: part.fieldname, name: part.filename, stream: part.file });
      if (part.file.truncated) {
        const mib = Math.floor(maxFileBytes / 1024 / 1024);
        throw new AppError('too_large', message('request.fileTooLarge', { mib }));
      }
    }
    return fields;
  } catch (error) {
    readToEnd(request);
    throw isBroken || isParserError(error) ? brokenFormError() : error;
  }
}

export async function readSmallForm(request: FastifyRequest, maxFileBytes: number) {
  const files: Record<string, { name: string; bytes: Buffer }> = {};
  const collect = async ({ field, name, stream }: FilePart) => {
    files[field] = { name, bytes: await buffer(stream) };
  };
  const fields = await readForm(request, maxFileBytes, collect, 1);
  return { fields, files };
}

export const missingFile = (field: string) => badField(field, 'input.noFile');
