import { type Problem, TIME_REASONS } from '@sayback/subtitles';
import type { en } from './en/index.ts';

type English = typeof en;
type TimeReason = keyof typeof TIME_REASONS;
type Group = keyof English & string;

export type MessageId = { [G in Group]: `${G}.${keyof English[G] & string}` }[Group];

type TextById<Id> = Id extends `${infer G extends Group}.${infer Name}`
  ? English[G][Name & keyof English[G]]
  : never;
type PlaceholdersIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never;

/** A message without values in its text. */
export type PlainId = {
  [Id in MessageId]: [PlaceholdersIn<TextById<Id>>] extends [never] ? Id : never;
}[MessageId];

/**
 * A value in a message's text. `language` is a code, shown as the language's name. `moment` is ISO 8601, shown in the reader's
 * time zone.
 */
export type Value = string | number | Message | { language: string } | { moment: string };

/** An untranslated message, which can be stored as JSON. */
export type Message = {
  id: MessageId;
  values?: Record<string, Value>;
  /** Names of the fields or items that the message is about, shown before its text. */
  within?: readonly string[];
};

export const message = <Id extends Exclude<MessageId, PlainId>>(
  id: Id,
  values: Record<PlaceholdersIn<TextById<Id>>, Value>,
): Message => ({ id, values });

export const toMessage = (input: PlainId | Message): Message =>
  typeof input === 'string' ? { id: input } : input;

export function problemMessage({ id, values }: Problem): Message {
  if (!values) return { id: `problems.${id}` };
  const reason = Object.entries(TIME_REASONS).find(([, text]) => text === values.reason)?.[0];
  return {
    id: `problems.${id}`,
    values: reason ? { ...values, reason: { id: `timeReasons.${reason as TimeReason}` } } : values,
  };
}

/** The same messages in another language. A missing one is a type error. */
export type Translation<Texts> = {
  readonly [G in keyof Texts]: { readonly [Name in keyof Texts[G]]: string };
};
