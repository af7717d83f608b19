import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { deriveKey } from '../secret.ts';
import { signIn } from '../testing/client.ts';
import { SECRET, startApp } from '../testing/start-app.ts';
import { withServer } from '../testing/with-server.ts';

/**
 * Access to each endpoint: the status for a learner and an administrator without a body and with ids that don't exist. Without a
 * token, the status is 401 or, for public endpoints, `open`.
 */
const TABLE: Record<string, { learner: number; admin: number } | { open: number }> = {
  'accounts.login': { open: 400 },
  'accounts.finishLogin': { open: 400 },
  'accounts.refreshToken': { open: 400 },
  'accounts.logout': { open: 400 },
  'accounts.register': { open: 400 },
  'accounts.listProviders': { open: 200 },
  'accounts.requestPasswordReset': { open: 400 },
  'accounts.confirmPasswordReset': { open: 400 },
  'languages.listLanguages': { open: 200 },
  'languages.listChoices': { open: 200 },
  'accounts.getProfile': { learner: 200, admin: 200 },
  'accounts.updateProfile': { learner: 200, admin: 200 },
  'accounts.replaceProfile': { learner: 200, admin: 200 },
  'accounts.deleteAccount': { learner: 400, admin: 400 },
  'accounts.addPracticeLanguage': { learner: 400, admin: 400 },
  'accounts.removePracticeLanguage': { learner: 404, admin: 404 },
  'accounts.sendVerification': { learner: 409, admin: 409 },
  'accounts.verifyEmail': { learner: 400, admin: 400 },
  'accounts.getPreferences': { learner: 200, admin: 200 },
  'accounts.updatePreferences': { learner: 200, admin: 200 },
  'accounts.listSessions': { learner: 200, admin: 200 },
  'accounts.endAllSessions': { learner: 204, admin: 204 },
  'accounts.endSession': { learner: 404, admin: 404 },
  'accounts.getSecondFactor': { learner: 200, admin: 200 },
  'accounts.turnOffSecondFactor': { learner: 400, admin: 400 },
  'accounts.challengeSecondFactor': { learner: 409, admin: 409 },
  'accounts.confirmSecondFactor': { learner: 400, admin: 400 },
  'accounts.startTotp': { learner: 400, admin: 400 },
  'accounts.confirmTotp': { learner: 400, admin: 400 },
  'accounts.removeTotp': { learner: 400, admin: 400 },
  'accounts.startPasskey': { learner: 400, admin: 400 },
  'accounts.addPasskey': { learner: 400, admin: 400 },
  'accounts.renamePasskey': { learner: 400, admin: 400 },
  'accounts.removePasskey': { learner: 400, admin: 400 },
  'accounts.renewRecoveryCodes': { learner: 400, admin: 400 },
  'accounts.changePassword': { learner: 400, admin: 400 },
  'accounts.exportAccount': { learner: 200, admin: 200 },
  'accounts.listUsers': { learner: 403, admin: 200 },
  'accounts.updateUser': { learner: 403, admin: 404 },
  'accounts.sendResetMail': { learner: 403, admin: 404 },
  'accounts.resetSecondFactor': { learner: 403, admin: 404 },
  'accounts.listInvitations': { learner: 403, admin: 200 },
  'accounts.createInvitation': { learner: 403, admin: 201 },
  'accounts.deleteInvitation': { learner: 403, admin: 404 },
  'accounts.listAudit': { learner: 403, admin: 200 },
  'videos.listVideos': { learner: 200, admin: 200 },
  'videos.listVideoLanguages': { learner: 200, admin: 200 },
  'videos.listManagedVideos': { learner: 403, admin: 200 },
  'videos.createVideo': { learner: 403, admin: 400 },
  'videos.getVideo': { learner: 404, admin: 404 },
  'videos.updateVideo': { learner: 403, admin: 404 },
  'videos.deleteVideo': { learner: 403, admin: 404 },
  'videos.restoreVideo': { learner: 403, admin: 404 },
  'videos.uploadMedia': { learner: 403, admin: 404 },
  'videos.startMediaUpload': { learner: 403, admin: 400 },
  'videos.signMediaParts': { learner: 403, admin: 400 },
  'videos.finishMediaUpload': { learner: 403, admin: 415 },
  'videos.stopMediaUpload': { learner: 403, admin: 400 },
  'videos.listReplacedMedia': { learner: 403, admin: 404 },
  'videos.restoreMedia': { learner: 403, admin: 400 },
  'subtitles.listSubtitles': { learner: 404, admin: 404 },
  'subtitles.uploadSubtitle': { learner: 403, admin: 415 },
  'subtitles.beginTranslation': { learner: 403, admin: 400 },
  'subtitles.alignSubtitle': { learner: 403, admin: 404 },
  'subtitles.listCues': { learner: 403, admin: 404 },
  'subtitles.setCueTimes': { learner: 403, admin: 400 },
  'subtitles.getSubtitle': { learner: 403, admin: 404 },
  'subtitles.updateSubtitle': { learner: 403, admin: 400 },
  'subtitles.deleteSubtitle': { learner: 403, admin: 404 },
  'subtitles.listDeletedSubtitles': { learner: 403, admin: 404 },
  'subtitles.restoreSubtitle': { learner: 403, admin: 404 },
  'subtitles.restoreFile': { learner: 403, admin: 404 },
  'subtitles.restoreRevision': { learner: 403, admin: 404 },
  'subtitles.listFiles': { learner: 403, admin: 404 },
  'subtitles.protectFile': { learner: 403, admin: 400 },
  'subtitles.deleteFile': { learner: 403, admin: 404 },
  'subtitles.openFile': { learner: 403, admin: 404 },
  'subtitles.listSourceCues': { learner: 403, admin: 404 },
  'subtitles.findNextMismatch': { learner: 403, admin: 404 },
  'subtitles.changeSegments': { learner: 403, admin: 400 },
  'subtitles.reportLine': { learner: 400, admin: 400 },
  'subtitles.withdrawReport': { learner: 404, admin: 404 },
  'subtitles.listOwnReports': { learner: 200, admin: 200 },
  'subtitles.listCuts': { learner: 403, admin: 404 },
  'subtitles.fitCuts': { learner: 403, admin: 404 },
  'subtitles.findSoundTimes': { learner: 403, admin: 404 },
  'subtitles.moveCuts': { learner: 403, admin: 400 },
  'subtitles.dismissCut': { learner: 403, admin: 400 },
  'subtitles.saveRevision': { learner: 403, admin: 404 },
  'subtitles.updateSegment': { learner: 403, admin: 404 },
  'subtitles.deleteSegment': { learner: 403, admin: 404 },
  'subtitles.insertSegment': { learner: 403, admin: 404 },
  'subtitles.listRevisions': { learner: 403, admin: 404 },
  'subtitles.getRevision': { learner: 403, admin: 404 },
  'subtitles.listRevisionSegments': { learner: 403, admin: 404 },
  'subtitles.applyRevision': { learner: 403, admin: 404 },
  'subtitles.deleteRevision': { learner: 403, admin: 404 },
  'subtitles.listRegexSegments': { learner: 403, admin: 404 },
  'subtitles.previewRegex': { learner: 403, admin: 400 },
  'subtitles.applyRegexChanges': { learner: 403, admin: 400 },
  'subtitles.saveEditedSubtitle': { learner: 403, admin: 404 },
  'subtitles.resetDraft': { learner: 403, admin: 404 },
  'subtitles.listPatterns': { learner: 403, admin: 200 },
  'subtitles.savePattern': { learner: 403, admin: 400 },
  'subtitles.deletePattern': { learner: 403, admin: 404 },
  'subtitles.getAlignment': { learner: 404, admin: 404 },
  'subtitles.listSegments': { learner: 404, admin: 404 },
  'practice.getProgress': { learner: 404, admin: 404 },
  'practice.listPractisedLines': { learner: 404, admin: 404 },
  'practice.getLastPractised': { learner: 200, admin: 200 },
  'subtitles.followAlignment': { learner: 403, admin: 400 },
  'subtitles.announceEditor': { learner: 403, admin: 400 },
  'subtitles.translateSegment': { learner: 403, admin: 404 },
  'subtitles.translateAlignment': { learner: 403, admin: 400 },
  'subtitles.getTranslationService': { learner: 403, admin: 200 },
  'subtitles.listGlossary': { learner: 403, admin: 400 },
  'subtitles.saveGlossaryTerm': { learner: 403, admin: 400 },
  'subtitles.deleteGlossaryTerm': { learner: 403, admin: 404 },
  'subtitles.prepareDownload': { learner: 403, admin: 400 },
  'subtitles.importSegments': { learner: 403, admin: 415 },
  'videos.getSpeech': { learner: 400, admin: 400 },
  'videos.getPeaks': { learner: 403, admin: 404 },
  'jobs.listJobs': { learner: 403, admin: 400 },
  'jobs.getJob': { learner: 403, admin: 404 },
  'jobs.followJob': { learner: 403, admin: 404 },
  'jobs.stopJob': { learner: 403, admin: 404 },
  'candidates.listCandidates': { learner: 403, admin: 200 },
  'candidates.getStats': { learner: 403, admin: 200 },
  'candidates.searchCandidates': { learner: 403, admin: 400 },
  'candidates.getQuota': { learner: 403, admin: 200 },
  'candidates.listSavedSearches': { learner: 403, admin: 200 },
  'candidates.saveSearch': { learner: 403, admin: 400 },
  'candidates.deleteSavedSearch': { learner: 403, admin: 404 },
  'candidates.getCandidate': { learner: 403, admin: 404 },
  'candidates.updateCandidate': { learner: 403, admin: 404 },
  'candidates.bulkReview': { learner: 403, admin: 400 },
  'candidates.bulkScan': { learner: 403, admin: 400 },
  'candidates.scanSubtitles': { learner: 403, admin: 404 },
  'candidates.downloadSubtitles': { learner: 403, admin: 404 },
  'candidates.convertSubtitle': { learner: 403, admin: 404 },
  'candidates.previewCleaning': { learner: 403, admin: 404 },
  'candidates.cleanSubtitle': { learner: 403, admin: 404 },
  'candidates.restoreSubtitle': { learner: 403, admin: 404 },
  'candidates.deleteDownloadedSubtitle': { learner: 403, admin: 404 },
  'candidates.saveSyncedSubtitles': { learner: 403, admin: 400 },
  'candidates.publishCandidate': { learner: 403, admin: 400 },
  'candidates.getCaptionsState': { learner: 403, admin: 200 },
  'candidates.closeCircuit': { learner: 403, admin: 200 },
  'candidates.lookForSubtitles': { learner: 403, admin: 404 },
  'candidates.takeSubtitles': { learner: 403, admin: 400 },
  'practice.saveAttempts': { learner: 400, admin: 400 },
  'practice.saveReviews': { learner: 400, admin: 400 },
  'practice.undoReview': { learner: 404, admin: 404 },
  'practice.prepareOwnDeck': { learner: 400, admin: 400 },
  'practice.getOwnDeck': { learner: 200, admin: 200 },
  'practice.getPracticeCounts': { learner: 403, admin: 200 },
  'practice.getToday': { learner: 200, admin: 200 },
  'practice.getQueue': { learner: 200, admin: 200 },
  'practice.getFigures': { learner: 200, admin: 200 },
  'practice.markLine': { learner: 400, admin: 400 },
  'practice.listLineMemory': { learner: 404, admin: 404 },
  'practice.getLineMemory': { learner: 400, admin: 400 },
  'practice.saveProgress': { learner: 400, admin: 400 },
};

const { server } = await withServer();
/** Routes in the OpenAPI document, by endpoint id. */
let routesById: Map<string, { method: string; path: string }>;

beforeAll(async () => {
  const { paths } = (await server.app.inject({ url: '/api/openapi.json' })).json<{
    paths: Record<string, Record<string, { operationId: string }>>;
  }>();
  routesById = new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId }]) => [operationId, { method, path }]),
    ),
  );
});

async function getStatus(id: string, token: string | null): Promise<number> {
  const { method = '', path = '' } = routesById.get(id) ?? {};
  const response = await server.app.inject({
    method: method.toUpperCase() as 'GET',
    url: path.replace('{language}', 'fr').replace(/\{\w+\}/g, '424242'),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  return response.statusCode;
}

const key = () => deriveKey(SECRET, 'access tokens');
const signToken = (claims: object, by: Uint8Array, expires: string) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setExpirationTime(expires)
    .sign(by);
const getSession = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;

async function createInvalidTokens(): Promise<Record<string, string>> {
  const { token, refresh } = await signIn(server, 'admin');
  const [header, , signature] = token.split('.');
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sid = getSession(token);
  const disabled = await signIn(server, 'admin');
  await server.context.db.execute(`update users set disabled_at = now() where id = ${disabled.id}`);
  return {
    'an expired token': await signToken({ sid }, key(), '-1s'),
    'a tampered token': `${header}.${encode({ sid: sid + 1, exp: 4_102_444_800 })}.${signature}`,
    'a token without a signature': `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode({ sid, exp: 4_102_444_800 })}.`,
    'a token signed with another key': await signToken({ sid }, deriveKey(SECRET, 'media addresses'), '5m'),
    'a token of another type': await new SignJWT({ sid })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('5m')
      .sign(key()),
    'a token without a session': await signToken({ sub: '1' }, key(), '5m'),
    'a refresh token': refresh,
    "a disabled user's token": disabled.token,
    'no token': '',
  };
}

/** Parses the paths in Fastify's `printRoutes`, a tree in which each line continues its parent's path. */
function parseRoutes(drawing: string): string[] {
  const parents: string[] = [];
  return [...drawing.matchAll(/^((?:│ {3}| {4})*)[├└]── (\S+)( \()?/gm)].flatMap(
    ([, indent = '', step, methods]) => {
      const depth = indent.length / 4;
      parents.length = depth;
      parents[depth] = (parents[depth - 1] ?? '') + step;
      return methods ? [parents[depth]] : [];
    },
  );
}

describe('every endpoint', () => {
  it('has a row in the table, and the table has no other rows', () => {
    expect([...routesById.keys()].sort()).toEqual(Object.keys(TABLE).sort());
  });

  it('is in the contract, like all routes under /api/', () => {
    const routes = parseRoutes(server.app.printRoutes({ commonPrefix: false }))
      .filter((path) => path.startsWith('/api/'))
      .map((path) => path.replace(/:\w+/g, '{}'));
    const contractPaths = [...routesById.values()].map(({ path }) =>
      path.replace(/\{\w+\}/g, '{}').replace(/\/$/, ''),
    );
    expect(routes.sort()).toEqual([...new Set([...contractPaths, '/api/openapi.json'])].sort());
  });

  it.each(Object.entries(TABLE))('%s checks the role', async (id, row) => {
    if ('open' in row) {
      expect(await getStatus(id, null)).toBe(row.open);
      expect(await getStatus(id, 'invalid')).toBe(row.open);
      return;
    }
    expect(await getStatus(id, null)).toBe(401);
    expect(await getStatus(id, (await signIn(server)).token)).toBe(row.learner);
    expect(await getStatus(id, (await signIn(server, 'admin')).token)).toBe(row.admin);
  });

  it('rejects every invalid token', async () => {
    const tokens = await createInvalidTokens();
    for (const [id, row] of Object.entries(TABLE)) {
      if ('open' in row) continue;
      for (const [fault, token] of Object.entries(tokens)) {
        expect(await getStatus(id, token), `${id} with ${fault}`).toBe(401);
      }
    }
  });
});

describe('a change of the secret', () => {
  it('accepts tokens signed with the previous secret while it is set', async () => {
    const rotated = await startApp({
      SECRET_KEY: 'the next secret, which is long enough',
      SECRET_KEY_PREVIOUS: SECRET,
    });
    const user = await signIn(rotated);
    const old = await signToken({ sid: getSession(user.token) }, key(), '5m');
    const getProfile = (token: string) =>
      rotated.app.inject({ url: '/api/accounts/profile/', headers: { authorization: `Bearer ${token}` } });
    expect((await getProfile(user.token)).statusCode).toBe(200);
    expect((await getProfile(old)).statusCode).toBe(200);
    await rotated.close();
  });
});
