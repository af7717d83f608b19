import type { InterfaceLanguage } from '@sayback/contract';
import { type Message, message } from './message.ts';
import { type Reader, translateMessage } from './translate-message.ts';

/** Prefix that distinguishes stored messages from plain texts: names, and messages of earlier releases. */
const PREFIX = 'messages:';

/** Serialises messages for a text column, to be translated when they are read. */
export const storeMessages = (...messages: Message[]): string =>
  messages.length === 0 ? '' : PREFIX + JSON.stringify(messages);

function readStored(text: string): Message[] | null {
  if (!text.startsWith(PREFIX)) return null;
  try {
    return JSON.parse(text.slice(PREFIX.length));
  } catch {
    return null;
  }
}

/** Returns the first stored message. A text of an earlier release is returned unchanged. */
export const firstStored = (stored: string): Message =>
  readStored(stored)?.[0] ?? message('common.text', { text: stored });

/** Translates every message in a stored value. Other texts are unchanged. */
export function translateStored<Stored>(reader: Reader | InterfaceLanguage, stored: Stored): Stored {
  return translateValue(reader, stored) as Stored;
}

/** Returns null unless the text is stored messages. A title from YouTube may start like stored messages. */
function translateText(reader: Reader | InterfaceLanguage, stored: string): string | null {
  try {
    const messages = readStored(stored);
    return messages?.map((message) => translateMessage(reader, message)).join(' ') ?? null;
  } catch {
    return null;
  }
}

function translateValue(reader: Reader | InterfaceLanguage, stored: unknown): unknown {
  if (typeof stored === 'string') return translateText(reader, stored) || stored;
  if (Array.isArray(stored)) return stored.map((item) => translateValue(reader, item));
  if (typeof stored !== 'object' || stored === null || stored instanceof Date) return stored;
  return Object.fromEntries(
    Object.entries(stored).map(([key, value]) => [key, translateValue(reader, value)]),
  );
}
