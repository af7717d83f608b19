import type { InterfaceLanguage } from '@sayback/contract';
import { en } from './en/index.ts';
import { es } from './es/index.ts';
import type { Message, Translation, Value } from './message.ts';

/** The reader of a message. Without a valid time zone, times are in UTC. */
export type Reader = { language: InterfaceLanguage; timeZone?: string };

export const CATALOGUES: Record<InterfaceLanguage, Translation<typeof en>> = { en, es };

/** Returns the text for an id. If only another release has the message, returns the id. */
function getText(language: InterfaceLanguage, id: string): string {
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

/** Formats a moment as its time, with the date unless it is today. */
function formatMoment({ language, timeZone }: Reader, moment: Date): string {
  const inZone = (options: Intl.DateTimeFormatOptions) => {
    try {
      return new Intl.DateTimeFormat(language, { timeZone: timeZone ?? '', ...options });
    } catch {
      return new Intl.DateTimeFormat(language, {
        timeZone: 'UTC',
        ...options,
        ...(options.hour && { timeZoneName: 'short' }),
      });
    }
  };
  const day = inZone({ dateStyle: 'medium' });
  const isToday = day.format(moment) === day.format(new Date());
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  return inZone({ hour: 'numeric', minute: '2-digit', ...(!isToday && date) }).format(moment);
}

function translateValue(reader: Reader, value: Value): string {
  if (typeof value !== 'object') return String(value);
  if ('id' in value) return translateMessage(reader, value);
  return 'moment' in value
    ? formatMoment(reader, new Date(value.moment))
    : languageName(reader.language, value.language);
}

/** Translates a message. A language is enough as `reader` if the message has no moment. */
export function translateMessage(
  reader: Reader | InterfaceLanguage,
  { id, values = {}, within = [] }: Message,
): string {
  const fullReader = typeof reader === 'string' ? { language: reader } : reader;
  const text = getText(fullReader.language, id).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    translateValue(fullReader, values[name] ?? ''),
  );
  return [...within, text].join(': ');
}

/** An error with a translatable message. Its own text is English, for the log. */
export class TranslatableError extends Error {
  readonly userMessage: Message;

  constructor(userMessage: Message, options?: ErrorOptions) {
    super(translateMessage('en', userMessage), options);
    this.userMessage = userMessage;
  }
}
