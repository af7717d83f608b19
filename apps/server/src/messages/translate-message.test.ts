import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { inLanguage } from './translate-message.ts';
import { SPANISH } from './spanish.ts';

const SERVER = fileURLToPath(new URL('..', import.meta.url));
const CONTRACT = fileURLToPath(new URL('../../../../packages/contract/src', import.meta.url));

const PLACES = [path.join(SERVER, 'http'), path.join(SERVER, 'features'), CONTRACT];
/** Letters have both languages themselves; the descriptions of figures are for machines; what jobs say is kept as it was written. */
const ELSEWHERE =
  /(\.test|letters|metric-sources|metrics|openapi|spanish(-of-curation)?|-job|reset-stale-statuses|job-worker|work-failure|purge-trash|run-saved-searches|translate-alignment)\.ts$/;

const sources = PLACES.flatMap((place) =>
  readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !ELSEWHERE.test(file))
    .map((file) => path.join(place, file)),
);

/** Comments, and the strings between them. */
const PIECES = /\/\*[\s\S]*?\*\/|\/\/.*|'(?<single>(?:[^'\\\n]|\\.)*)'|`(?<template>(?:[^`\\]|\\.)*)`/g;
const SAID_OF_INPUT = /\berror: '(?<single>[^']*)'/g;

/** What looks like a sentence for a person; in the contract only what is said of bad input. */
function sentencesOf(file: string): string[] {
  const isContract = file.startsWith(CONTRACT);
  const found = readFileSync(file, 'utf8').matchAll(isContract ? SAID_OF_INPUT : PIECES);
  return [...found]
    .map(({ groups }) => groups?.single ?? groups?.template?.replace(/\$\{[^}]*\}/g, '{}') ?? '')
    .filter((text) => (isContract ? text !== '' : /^["A-Z].* .*\.$/s.test(text)));
}

/** Answers that aren't failures: the web has its own words for them. */
const SAID_OTHERWISE = new Set([
  'Password reset e-mail has been sent.',
  'Password has been reset with the new password.',
]);

const sentences = [...new Set(sources.flatMap(sentencesOf))].filter((text) => !SAID_OTHERWISE.has(text));
const values = (text: string) => text.split('{}').length;

describe('the server’s sentences', () => {
  it('are each known in Spanish', () => {
    expect(sentences.length).toBeGreaterThan(130);
    expect(sentences.filter((sentence) => SPANISH[sentence] === undefined)).toEqual([]);
  });

  it('have as many values in Spanish', () => {
    const wrong = Object.entries(SPANISH).filter(([english, spanish]) => values(english) !== values(spanish));
    expect(wrong).toEqual([]);
  });

  it.each([
    ['This password is too common.', 'Esta contraseña es demasiado común.'],
    [
      'Too many attempts. Try again in 59 seconds.',
      'Demasiados intentos. Inténtalo de nuevo dentro de 59 segundos.',
    ],
    ['player: speed: This has to be at most 1.5.', 'player: speed: Tiene que ser como máximo 1.5.'],
    ['"xx" is not a language that is known here.', '«xx» no es un idioma que se conozca aquí.'],
    ['What nobody has translated.', 'What nobody has translated.'],
    ['constructor', 'constructor'],
  ])('are said in the language that is asked for: %s', (english, spanish) => {
    expect(inLanguage('es', english)).toBe(spanish);
    expect(inLanguage('en', english)).toBe(english);
  });
});
