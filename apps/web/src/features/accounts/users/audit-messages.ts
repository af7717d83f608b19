import { type AuditEvent, accounts } from '@sayback/contract';
import type { LinkProps } from '@tanstack/react-router';
import type { en } from '../../../locales/en/index.ts';

export type FieldKey = keyof (typeof en)['activity']['fields'];
type Input = accounts.AuditDetails['asked'];

/** One call changes either of these; the commands have an event for each. */
function userChange({ is_admin, is_disabled }: Input): AuditEvent {
  if (typeof is_admin === 'boolean' && is_disabled === undefined) {
    return is_admin ? 'commands.promote' : 'commands.demote';
  }
  if (typeof is_disabled === 'boolean' && is_admin === undefined) {
    return is_disabled ? 'commands.disable' : 'commands.enable';
  }
  return 'accounts.updateUser';
}

/** Returns the event whose message describes an entry. */
export function messageOf({ event, details }: accounts.AuditEntry): AuditEvent {
  return event === accounts.updateUser.id ? userChange(details.asked) : (event as AuditEvent);
}

/** Fields that the message names already. */
const FIELDS_IN_MESSAGE: Partial<Record<AuditEvent, readonly string[]>> = {
  'commands.promote': ['is_admin'],
  'commands.demote': ['is_admin'],
  'commands.disable': ['is_disabled'],
  'commands.enable': ['is_disabled'],
};

/** Returns the name of an entry's subject; for a new one the name in the input, for old entries its number. */
export function nameOf({ target, details: { about, asked } }: accounts.AuditEntry): string {
  const name = about.name || asked.title || asked.name || asked.term;
  if (typeof name === 'string') return name;
  const id = /^\/api\/(?:[a-z-]+\/)+(\d+)\//.exec(target)?.[1];
  return id ? `#${id}` : target;
}

/** Returns the input fields that the message doesn't name, and the subject's language. */
export function fieldsOf(entry: accounts.AuditEntry): [string, Input[string]][] {
  const { about, asked } = entry.details;
  const inMessage = FIELDS_IN_MESSAGE[messageOf(entry)] ?? [];
  const all = { ...(about.language && { language: about.language }), ...asked };
  return Object.entries(all).filter(
    ([field, value]) => !inMessage.includes(field) && value !== '' && value !== nameOf(entry),
  );
}

const ABOUT_USERS = [accounts.updateUser, accounts.sendResetMail, accounts.resetSecondFactor];

/** Returns the screen of an entry's subject. */
export function linkOf({ event, details: { about } }: accounts.AuditEntry): LinkProps | null {
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
  const isAboutUser = ABOUT_USERS.some(({ id }) => id === event) && about.name;
  return isAboutUser ? { to: '/users', search: { q: about.name } } : null;
}
