import type { InterfaceLanguage } from '@sayback/contract';
import { en } from './en/index.ts';
import { es } from './es/index.ts';
import type { Message, Translation, Value } from './message.ts';

export const CATALOGUES: Record<InterfaceLanguage, Translation<typeof en>> = { en, es };

/** Returns the text of an id; the id itself if only another release has the message. */
function textOf(language: InterfaceLanguage, id: string): string {
  const [group = '', name = ''] = id.split('.');
  const texts: Record<string, Record<string, string>> = CATALOGUES[language];
  return texts[group]?.[name] ?? id;
}

function languageName(language: InterfaceLanguage, code: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

function wordValue(language: InterfaceLanguage, value: Value): string {
  if (typeof value !== 'object') return String(value);
  return 'id' in value ? wordMessage(language, value) : languageName(language, value.language);
}

export function wordMessage(language: InterfaceLanguage, { id, values = {}, within = [] }: Message): string {
  const text = textOf(language, id).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    wordValue(language, values[name] ?? ''),
  );
  return [...within, text].join(': ');
}

/** An error that says in any language what went wrong. Its own text is English, for the log. */
export class WordedError extends Error {
  readonly worded: Message;

  constructor(worded: Message, options?: ErrorOptions) {
    super(wordMessage('en', worded), options);
    this.worded = worded;
  }
}
