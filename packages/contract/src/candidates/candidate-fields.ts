import * as z from 'zod/mini';
import { text } from '../fields.ts';

/** From 1 (very high) to 5 (very low). */
export const priority = z.int().check(z.gte(1), z.lte(5));
/** A language code, optionally with a dash and a variant: `en`, `en-auto`, `pt-BR`. */
export const versionKey = text(100).check(z.trim(), z.minLength(1));

/** Identifies a version by `version_key`, or by `language` if that is its key. */
export const version = { language: z.optional(versionKey), version_key: z.optional(versionKey) };
