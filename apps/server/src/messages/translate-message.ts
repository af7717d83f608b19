import type { SpokenLanguage } from './request-language.ts';
import { SPANISH } from './spanish.ts';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Sentences with values in them: `{}` stands for one. */
const WITH_VALUES = Object.entries(SPANISH)
  .filter(([english]) => english.includes('{}'))
  .map(([english, spanish]) => ({
    pattern: new RegExp(`^${english.split('{}').map(escaped).join('(.*)')}$`, 's'),
    parts: spanish.split('{}'),
  }));

function inSpanish(sentence: string): string | null {
  if (Object.hasOwn(SPANISH, sentence)) return SPANISH[sentence] as string;
  for (const { pattern, parts } of WITH_VALUES) {
    const [found, ...values] = pattern.exec(sentence) ?? [];
    if (found !== undefined) return parts.map((part, at) => part + (values[at] ?? '')).join('');
  }
  return null;
}

/** What validation puts before the message of a field: its name, and those of what lies in it. */
const AT_FIELD = /^((?:[\w-]{1,100}: ){1,4})(.*)$/s;

/** A sentence of the server's in the language that is asked for; in English, as it is, where it has no other wording. */
export function inLanguage(language: SpokenLanguage, sentence: string): string {
  if (language === 'en') return sentence;
  const [, field = '', message = sentence] = AT_FIELD.exec(sentence) ?? [];
  return inSpanish(sentence) ?? field + (inSpanish(message) ?? message);
}
