import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { byId, id, name, paged, pageParam, text, timestamp } from '../fields.ts';
import { ROWS } from '../row-limits.ts';
import { RESETS_PER_HOUR } from './passwords.ts';

export const user = z.object({
  id,
  username: z.string(),
  email: z.string(),
  group_name: z.string(),
  is_admin: z.boolean(),
  is_disabled: z.boolean(),
  has_second_factor: z.boolean(),
  created_at: timestamp,
  /** Time of the last use of a session; null if never used. */
  last_used_at: z.nullable(timestamp),
});
export type User = z.infer<typeof user>;

export const listUsers = endpoint({
  id: 'accounts.listUsers',
  method: 'GET',
  path: '/api/users/',
  access: 'admin',
  summary: 'Lists accounts by username, 20 per page; `q` searches usernames, e-mail addresses and groups.',
  query: z.object({ q: z.optional(text(200)), page: z.optional(pageParam) }),
  response: paged(user),
});

export const updateUser = endpoint({
  id: 'accounts.updateUser',
  subject: 'user',
  method: 'PATCH',
  path: '/api/users/{id}/',
  access: 'admin',
  summary:
    'Grants or revokes the administrator role; disables or enables an account. The last administrator can’t be removed.',
  params: byId,
  body: z.object({ is_admin: z.optional(z.boolean()), is_disabled: z.optional(z.boolean()) }),
  response: user,
  errors: ['conflict'],
});

export const sendResetMail = endpoint({
  id: 'accounts.sendResetMail',
  subject: 'user',
  method: 'POST',
  path: '/api/users/{id}/send-reset/',
  access: 'admin',
  limits: { rows: [RESETS_PER_HOUR] },
  summary: 'Emails a user a link to reset the password.',
  params: byId,
  errors: ['conflict'],
});

export const invitation = z.object({
  id,
  group_name: z.string(),
  uses_left: z.int(),
  expires_at: timestamp,
  created_at: timestamp,
});
export type Invitation = z.infer<typeof invitation>;

export const listInvitations = endpoint({
  id: 'accounts.listInvitations',
  method: 'GET',
  path: '/api/invitations/',
  access: 'admin',
  summary: 'Lists the invitations that can still be used, newest first.',
  response: z.array(invitation),
});

export const createInvitation = endpoint({
  id: 'accounts.createInvitation',
  method: 'POST',
  path: '/api/invitations/',
  access: 'admin',
  limits: { rows: [ROWS.invitations] },
  summary: 'Creates an invitation. Only this response contains its URL.',
  body: z.object({
    group_name: z._default(z.union([z.literal(''), name(150)]), ''),
    uses: z._default(z.int().check(z.gte(1), z.lte(10_000)), 1),
    expires_in_days: z._default(z.int().check(z.gte(1), z.lte(365)), 7),
  }),
  response: z.extend(invitation, { url: z.string() }),
  status: 201,
});

export const deleteInvitation = endpoint({
  id: 'accounts.deleteInvitation',
  subject: 'invitation',
  method: 'DELETE',
  path: '/api/invitations/{id}/',
  access: 'admin',
  summary: 'Revokes an invitation.',
  params: byId,
});

const fieldValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const auditDetails = z.object({
  about: z.object({
    /** Name of the subject at that time: a username, a video's title, a file name … */
    name: z.optional(z.string()),
    language: z.optional(z.string()),
    video_id: z.optional(id),
    alignment_id: z.optional(id),
    candidate_id: z.optional(id),
    /** Position of the segment in its alignment, from 1, and its previous content. */
    segment: z.optional(z.int()),
    before: z.optional(fieldValues),
  }),
  /** Input by field, with long texts truncated, lists reduced to their length, and no secrets. */
  asked: fieldValues,
});
export type AuditDetails = z.infer<typeof auditDetails>;

export const auditEntry = z.object({
  id,
  at: timestamp,
  username: z.string(),
  /** An `AuditEvent`, or another string if a different release wrote the entry. */
  event: z.string(),
  /** Method and path of the call at that time, or the command. */
  action: z.string(),
  /** English description of the event. */
  summary: z.string(),
  /** Path of the call. */
  target: z.string(),
  details: auditDetails,
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAudit = endpoint({
  id: 'accounts.listAudit',
  method: 'GET',
  path: '/api/audit-log/',
  access: 'admin',
  summary: 'Lists the audit log of administrators’ actions, newest first, 50 per page.',
  query: z.object({ page: z.optional(pageParam) }),
  response: paged(auditEntry),
});
