import type * as accounts from './accounts/index.ts';
import type * as candidates from './candidates/index.ts';
import type * as jobs from './jobs.ts';
import type * as languages from './languages.ts';
import type * as practice from './practice/index.ts';
import type * as subtitles from './subtitles/index.ts';
import type * as videos from './videos/index.ts';

type Groups = [
  typeof accounts,
  typeof candidates,
  typeof jobs,
  typeof languages,
  typeof practice,
  typeof subtitles,
  typeof videos,
][number];
type Members<Group> = Group extends unknown ? Group[keyof Group] : never;
/** Type-level equivalent of `isAudited`. */
type Audited = Exclude<
  Extract<Members<Groups>, { id: string; access: 'admin'; method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' }>,
  { isReadOnly: true }
>;

/** Commands of `npm run admin` in the audit log. */
type Command =
  | 'commands.backup'
  | 'commands.create'
  | 'commands.demote'
  | 'commands.disable'
  | 'commands.enable'
  | 'commands.promote'
  | 'commands.reset-second-factor'
  | 'commands.restore'
  | 'commands.send-reset';

/** Ids of audit events: administrators' endpoints that change something, and commands. */
export type AuditEvent = Audited['id'] | Command;

/** Subjects in the ids of audited endpoints. */
export type AuditSubject = Extract<Audited, { subject: string }>['subject'];

type GroupName<Id> = Id extends `${infer Group}.${string}` ? Group : never;

/** A text for each event: `{ subtitles: { updateSegment: … } }`. */
export type ByAuditEvent<Text> = {
  [Group in GroupName<AuditEvent>]: {
    [Id in AuditEvent as Id extends `${Group}.${infer Name}` ? Name : never]: Text;
  };
};
