import { type AuditEvent, accounts, subtitles } from '@sayback/contract';
import type { LinkProps } from '@tanstack/react-router';
import type { en } from '../../../locales/en/index.ts';

export type FieldKey = keyof (typeof en)['activity']['fields'];
type Input = accounts.AuditDetails['asked'];

/** The CLI has separate events for each change of a user, the API only one. */
function userChangeEvent({ is_admin, is_disabled }: Input): AuditEvent {
  if (typeof is_admin === 'boolean' && is_disabled === undefined) {
    return is_admin ? 'commands.promote' : 'commands.demote';
  }
  if (typeof is_disabled === 'boolean' && is_admin === undefined) {
    return is_disabled ? 'commands.disable' : 'commands.enable';
  }
  return 'accounts.updateUser';
}

/** Returns the event whose message describes an entry. */
export function messageEvent({ event, details }: accounts.AuditEntry): AuditEvent {
  return event === accounts.updateUser.id ? userChangeEvent(details.asked) : (event as AuditEvent);
}

/** Fields that are already in the message. */
const FIELDS_IN_MESSAGE: Partial<Record<AuditEvent, readonly string[]>> = {
  'commands.promote': ['is_admin'],
  'commands.demote': ['is_admin'],
  'commands.disable': ['is_disabled'],
  'commands.enable': ['is_disabled'],
};

/** Returns the name of an entry's subject; for a new one the name in the request, for old entries the id. */
export function targetName({ target, details: { about, asked } }: accounts.AuditEntry): string {
  const name = about.name || asked.title || asked.name || asked.term;
  if (typeof name === 'string') return name;
  const id = /^\/api\/(?:[a-z-]+\/)+(\d+)\//.exec(target)?.[1];
  return id ? `#${id}` : target;
}

type Field = [name: string, value: Input[string], before?: Input[string]];

/** Fields that mean nothing to people: the state or the row that a client started from. */
const TECHNICAL_FIELDS = ['base', 'after'];

const DELETED_SEGMENT_FIELDS = ['start_time', 'text_original', 'text_target'];

/** Returns the request's fields that aren't in the message, with their previous values; and the language and segment number. */
export function listFields(entry: accounts.AuditEntry): Field[] {
  const { event, details } = entry;
  const { about, asked } = details;
  const before = about.before ?? {};
  const values = event === subtitles.deleteSegment.id ? pick(before, DELETED_SEGMENT_FIELDS) : asked;
  const inMessage = FIELDS_IN_MESSAGE[messageEvent(entry)] ?? [];
  const candidates = {
    ...(about.language && { language: about.language }),
    ...(about.segment && { segment: about.segment }),
    ...values,
  };
  const isShown = ([field, value]: [string, Input[string]]) =>
    !inMessage.includes(field) &&
    !TECHNICAL_FIELDS.includes(field) &&
    (value !== '' || before[field]) &&
    value !== targetName(entry);
  return Object.entries(candidates)
    .filter(isShown)
    .map(([field, value]): Field => {
      const previous = before[field];
      return previous === undefined || previous === value ? [field, value] : [field, value, previous];
    });
}

const pick = (fields: Input, names: readonly string[]): Input =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

const USER_EVENTS = [accounts.updateUser, accounts.sendResetMail, accounts.resetSecondFactor];

/** Returns a link to the screen of an entry's subject. */
export function linkTarget({ event, details: { about } }: accounts.AuditEntry): LinkProps | null {
  if (about.alignment_id) {
    return {
      to: '/subtitles/$alignmentId/edit',
      params: { alignmentId: about.alignment_id },
    };
  }
  if (about.video_id) {
    return { to: '/video-manager/videos/$videoId', params: { videoId: about.video_id } };
  }
  if (about.candidate_id) {
    return { to: '/youtube-candidates/$id', params: { id: about.candidate_id } };
  }
  const isAboutUser = USER_EVENTS.some(({ id }) => id === event) && about.name;
  return isAboutUser ? { to: '/users', search: { q: about.name } } : null;
}
