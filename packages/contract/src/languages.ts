import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { flagParam, text } from './fields.ts';

export const languageChoice = z.object({ code: z.string(), name: z.string() });

export const listLanguages = endpoint({
  id: 'languages.listLanguages',
  method: 'GET',
  path: '/api/languages/',
  access: 'anyone',
  summary: 'Lists languages as pairs of code and name.',
  response: z.object({ languages: z.array(z.tuple([z.string(), z.string()])) }),
});

/** Returns the common languages (with `common_only=false`, all languages) and all countries. */
export const listChoices = endpoint({
  id: 'languages.listChoices',
  method: 'GET',
  path: '/api/language-choices/',
  access: 'anyone',
  summary: 'Lists languages and countries to choose from.',
  query: z.object({ type: z.optional(text(100)), common_only: z.optional(flagParam) }),
  response: z.object({ languages: z.array(languageChoice), countries: z.array(languageChoice) }),
});
