import type { accounts } from '@sayback/contract';
import type { LinkProps } from '@tanstack/react-router';
import type { en } from '../../../locales/en.ts';

export type DeedKey = keyof (typeof en)['activity']['deeds'];
export type FieldKey = keyof (typeof en)['activity']['fields'];

/** How each action of the log is worded: of calls and of commands. */
const DEEDS: Record<string, DeedKey> = {
  create: 'createAdmin',
  promote: 'makeAdmin',
  demote: 'unmakeAdmin',
  disable: 'disable',
  enable: 'enable',
  'send-reset': 'sendReset',
  'reset-second-factor': 'resetSecondFactor',
  backup: 'backup',
  restore: 'restore',
  'PATCH /api/users/{id}/': 'changeUser',
  'POST /api/users/{id}/send-reset/': 'sendReset',
  'POST /api/users/{id}/reset-second-factor/': 'resetSecondFactor',
  'POST /api/invitations/': 'createInvitation',
  'DELETE /api/invitations/{id}/': 'takeBackInvitation',
  'POST /api/videos/create/': 'addVideo',
  'PATCH /api/videos/{id}/': 'changeVideo',
  'DELETE /api/videos/{id}/': 'trashVideo',
  'POST /api/videos/{id}/restore/': 'restoreVideo',
  'POST /api/videos/{id}/media/': 'uploadMedia',
  'POST /api/videos/{id}/look-for-subtitles/': 'lookForSubtitles',
  'POST /api/videos/{id}/take-subtitles/': 'takeSubtitles',
  'POST /api/videos/{id}/upload-subtitle/': 'uploadSubtitle',
  'POST /api/subtitles/{id}/align/': 'align',
  'DELETE /api/subtitles/{id}/delete/': 'deleteSubtitle',
  'POST /api/subtitles/{id}/restore/': 'bringBackSubtitle',
  'POST /api/revisions/{id}/restore/': 'bringBackRevision',
  'POST /api/subtitle-file/{id}/restore/': 'bringBackFile',
  'POST /api/subtitles/{id}/apply-changes/': 'applyRegex',
  'POST /api/subtitles/{id}/save-edited-subtitle/': 'saveEdited',
  'POST /api/subtitles/{id}/reset/': 'resetDraft',
  'DELETE /api/subtitles/{id}/delete-revision/': 'deleteRevision',
  'POST /api/revisions/{id}/apply/': 'applyRevision',
  'POST /api/alignments/{id}/convert-to-revision/': 'saveRevision',
  'POST /api/alignments/{id}/import/': 'importSegments',
  'POST /api/alignments/{id}/changes/': 'changeSegments',
  'POST /api/alignments/{id}/translate/': 'translate',
  'PATCH /api/subtitle-segment/{id}/': 'changeSegment',
  'DELETE /api/subtitle-segment/delete/{id}/': 'deleteSegment',
  'POST /api/subtitle-segment/{id}/insert/{index}/': 'insertSegment',
  'PATCH /api/subtitle-file/{id}/protect/': 'protectFile',
  'DELETE /api/subtitle-file/{id}/delete/': 'deleteFile',
  'POST /api/subtitle-file/{id}/open/': 'openFile',
  'POST /api/downloads/': 'prepareDownload',
  'POST /api/regex-patterns/': 'savePattern',
  'DELETE /api/regex-patterns/{id}/': 'deletePattern',
  'POST /api/glossary/': 'saveTerm',
  'DELETE /api/glossary/{id}/': 'deleteTerm',
  'POST /api/jobs/{id}/stop/': 'stopJob',
  'POST /api/youtube-candidates/search/': 'searchCandidates',
  'POST /api/youtube-candidates/saved-searches/': 'saveSearch',
  'DELETE /api/youtube-candidates/saved-searches/{id}/': 'deleteSearch',
  'POST /api/youtube-candidates/bulk-review/': 'reviewCandidates',
  'POST /api/youtube-candidates/bulk-scan-subtitles/': 'scanCandidates',
  'POST /api/youtube-candidates/captions-state/': 'closeCircuit',
  'PATCH /api/youtube-candidates/{id}/': 'changeCandidate',
  'POST /api/youtube-candidates/{id}/publish/': 'publishCandidate',
  'POST /api/youtube-candidates/{id}/scan-subtitles/': 'scanCandidate',
  'POST /api/youtube-candidates/{id}/download-subtitles/': 'downloadSubtitles',
  'POST /api/youtube-candidates/{id}/convert-subtitle/': 'convertSubtitle',
  'POST /api/youtube-candidates/{id}/clean-subtitle/': 'cleanSubtitle',
  'POST /api/youtube-candidates/{id}/restore-subtitle/': 'restoreSubtitle',
  'DELETE /api/youtube-candidates/{id}/delete-subtitle/': 'deleteDownloaded',
  'POST /api/youtube-candidates/{id}/save-synced-subtitles/': 'saveSynced',
};

type Asked = accounts.DeedDetails['asked'];

/** What was done to an account, of which one call changes either this or that. */
function changeOfUser({ is_admin, is_disabled }: Asked): DeedKey {
  if (typeof is_admin === 'boolean' && is_disabled === undefined)
    return is_admin ? 'makeAdmin' : 'unmakeAdmin';
  if (typeof is_disabled === 'boolean' && is_admin === undefined) return is_disabled ? 'disable' : 'enable';
  return 'changeUser';
}

/** The wording of an entry. Null for an action that only a later release knows. */
export function deedKeyOf({ action, details }: accounts.AuditEntry): DeedKey | null {
  const key = DEEDS[action] ?? null;
  return key === 'changeUser' ? changeOfUser(details.asked) : key;
}

/** Fields that the sentence tells already. */
const TOLD: Partial<Record<DeedKey, readonly string[]>> = {
  makeAdmin: ['is_admin'],
  unmakeAdmin: ['is_admin'],
  disable: ['is_disabled'],
  enable: ['is_disabled'],
};

/** What a deed was about, by name: of what was made then, by the name that was asked for; of old entries by its number. */
export function nameOf({ target, details: { about, asked } }: accounts.AuditEntry): string {
  const name = about.name || asked.title || asked.name || asked.term;
  if (typeof name === 'string') return name;
  const id = /^\/api\/(?:[a-z-]+\/)+(\d+)\//.exec(target)?.[1];
  return id ? `#${id}` : target;
}

/** Of what was asked, what the sentence doesn't tell; the language of what it was about too. */
export function fieldsOf(entry: accounts.AuditEntry): [string, Asked[string]][] {
  const { about, asked } = entry.details;
  const told = TOLD[deedKeyOf(entry) ?? 'changeUser'] ?? [];
  const all = { ...(about.language && { language: about.language }), ...asked };
  return Object.entries(all).filter(
    ([field, value]) => !told.includes(field) && value !== '' && value !== nameOf(entry),
  );
}

/** Where one sees what it was about. */
export function placeOf({ action, details: { about } }: accounts.AuditEntry): LinkProps | null {
  if (about.alignment_id) {
    return {
      to: '/subtitles/$alignmentId/edit',
      params: { alignmentId: String(about.alignment_id) },
    };
  }
  if (about.video_id) {
    return { to: '/video-manager/videos/$videoId', params: { videoId: String(about.video_id) } };
  }
  if (about.candidate_id) {
    return { to: '/youtube-candidates/$id', params: { id: String(about.candidate_id) } };
  }
  const isOfUser = action.includes(' /api/users/') && about.name;
  return isOfUser ? { to: '/users', search: { q: about.name } } : null;
}
