import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { deriveKey } from '../secret.ts';
import { signIn } from '../testing/client.ts';
import { SECRET, startApp } from '../testing/start-app.ts';
import { withServer } from '../testing/with-server.ts';

/**
 * Endpoints by the statuses for a learner and an administrator, without a body and with ids that don't exist. Without a token,
 * the status is 401 or, for public endpoints, the one after `open`.
 */
const ENDPOINTS = {
  'open 400': `
    accounts.login accounts.finishLogin accounts.refreshToken accounts.logout accounts.register
    accounts.requestPasswordReset accounts.confirmPasswordReset`,
  'open 200': 'accounts.listProviders languages.listLanguages languages.listChoices',
  '200 200': `
    accounts.getProfile accounts.updateProfile accounts.replaceProfile accounts.getPreferences
    accounts.updatePreferences accounts.listSessions accounts.getSecondFactor accounts.exportAccount
    videos.listVideos videos.listVideoLanguages subtitles.listOwnReports practice.getLastPractised
    practice.getOwnDeck practice.getToday practice.getQueue practice.getFigures`,
  '400 400': `
    accounts.deleteAccount accounts.addPracticeLanguage accounts.verifyEmail accounts.turnOffSecondFactor
    accounts.confirmSecondFactor accounts.startTotp accounts.confirmTotp accounts.removeTotp
    accounts.startPasskey accounts.addPasskey accounts.renamePasskey accounts.removePasskey
    accounts.renewRecoveryCodes accounts.changePassword subtitles.reportLine videos.getSpeech
    practice.saveAttempts practice.saveReviews practice.prepareOwnDeck practice.markLine
    practice.getLineMemory practice.saveProgress`,
  '404 404': `
    accounts.removePracticeLanguage accounts.endSession videos.getVideo subtitles.listSubtitles
    subtitles.withdrawReport subtitles.getAlignment subtitles.listSegments practice.getProgress
    practice.listPractisedLines practice.undoReview practice.listLineMemory`,
  '409 409': 'accounts.sendVerification accounts.challengeSecondFactor',
  '204 204': 'accounts.endAllSessions',
  '403 200': `
    accounts.listUsers accounts.listInvitations accounts.listAudit videos.listManagedVideos
    subtitles.listPatterns subtitles.getTranslationService candidates.listCandidates candidates.getStats
    candidates.getQuota candidates.listSavedSearches candidates.getCaptionsState candidates.closeCircuit
    practice.getPracticeCounts`,
  '403 404': `
    accounts.updateUser accounts.sendResetMail accounts.resetSecondFactor accounts.deleteInvitation
    videos.updateVideo videos.deleteVideo videos.restoreVideo videos.uploadMedia videos.listReplacedMedia
    subtitles.alignSubtitle subtitles.listCues subtitles.getSubtitle subtitles.deleteSubtitle
    subtitles.listDeletedSubtitles subtitles.restoreSubtitle subtitles.restoreFile subtitles.restoreRevision
    subtitles.listFiles subtitles.deleteFile subtitles.openFile subtitles.listSourceCues
    subtitles.findNextMismatch subtitles.listCuts subtitles.fitCuts subtitles.findSoundTimes
    subtitles.saveRevision subtitles.updateSegment subtitles.deleteSegment subtitles.insertSegment
    subtitles.listRevisions subtitles.getRevision subtitles.listRevisionSegments subtitles.applyRevision
    subtitles.deleteRevision subtitles.listRegexSegments subtitles.saveEditedSubtitle subtitles.resetDraft
    subtitles.deletePattern subtitles.translateSegment subtitles.deleteGlossaryTerm videos.getPeaks
    jobs.getJob jobs.followJob jobs.stopJob candidates.deleteSavedSearch candidates.getCandidate
    candidates.updateCandidate candidates.scanSubtitles candidates.downloadSubtitles
    candidates.convertSubtitle candidates.previewCleaning candidates.cleanSubtitle
    candidates.restoreSubtitle candidates.deleteDownloadedSubtitle candidates.lookForSubtitles`,
  '403 201': 'accounts.createInvitation',
  '403 400': `
    videos.createVideo videos.startMediaUpload videos.signMediaParts videos.stopMediaUpload
    videos.restoreMedia subtitles.beginTranslation subtitles.setCueTimes subtitles.updateSubtitle
    subtitles.protectFile subtitles.changeSegments subtitles.moveCuts subtitles.dismissCut
    subtitles.previewRegex subtitles.applyRegexChanges subtitles.savePattern subtitles.followAlignment
    subtitles.announceEditor subtitles.translateAlignment subtitles.listGlossary subtitles.saveGlossaryTerm
    subtitles.prepareDownload jobs.listJobs candidates.searchCandidates candidates.saveSearch
    candidates.bulkReview candidates.bulkScan candidates.saveSyncedSubtitles candidates.publishCandidate
    candidates.takeSubtitles`,
  '403 415': 'videos.finishMediaUpload subtitles.uploadSubtitle subtitles.importSegments',
};
const TABLE = Object.fromEntries(
  Object.entries(ENDPOINTS).flatMap(([statuses, ids]) => {
    const [learner = '', admin] = statuses.split(' ');
    const row =
      learner === 'open' ? { open: Number(admin) } : { learner: Number(learner), admin: Number(admin) };
    return ids
      .trim()
      .split(/\s+/)
      .map((id) => [id, row] as const);
  }),
);

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

  it('is in the contract, and so is every route under /api/', () => {
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
    const { headers } = await server.app.inject({ url: '/api/accounts/profile/' });
    expect(headers['www-authenticate']).toBe('Bearer');
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
  it('accepts tokens signed with the previous secret while SECRET_KEY_PREVIOUS is set', async () => {
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
