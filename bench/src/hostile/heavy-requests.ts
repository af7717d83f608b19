import {
  accounts,
  BODY_LIMITS,
  buildUrl,
  candidates,
  type Endpoint,
  SEGMENTS_BODY_LIMIT,
  subtitles,
  videos,
} from '@sayback/contract';
import { validForm } from '../../../apps/server/src/testing/hostile/hostile-form.ts';
import type { HostileRequest, Role } from '../../../apps/server/src/testing/hostile/hostile-request.ts';
import { createHugeBodies } from '../../../apps/server/src/testing/hostile/mutate-body.ts';

const MIB = 1024 * 1024;

const request = (
  endpoint: Endpoint,
  role: Role,
  description: string,
  id: number,
  sent: { headers: Record<string, string>; body: Buffer },
): HostileRequest => ({
  endpoint,
  role,
  description,
  method: endpoint.method,
  url: buildUrl(endpoint.path, { id }),
  mustBeRejected: false,
  ...sent,
});

const json = (value: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
});

/** Appends a repeated piece to a head, up to a number of bytes. */
const fillUpTo = (bytes: number, head: string, piece: string) =>
  head + piece.repeat(Math.floor((bytes - head.length) / piece.length));

const CUE = '1\n00:00:01,000 --> 00:00:02,000\n';

/** Subtitle files just below the size limit, in the forms that are most expensive to read. */
const FILES: Record<string, () => string> = {
  'one line': () => fillUpTo(16 * MIB - 1, CUE, 'a'),
  'blank lines': () => fillUpTo(10_000_000, CUE, '\n'),
  'open tags': () => fillUpTo(16 * MIB - 1, CUE, '<i>'),
  'nested tags': () => `${CUE}${'<b>'.repeat(1_000_000)}x${'</b>'.repeat(1_000_000)}\n`,
  'open brackets': () => fillUpTo(16 * MIB - 1, CUE, '<{[('),
  arrows: () => fillUpTo(16 * MIB - 1, '', '00:00:01,000 --> '),
  numbers: () => fillUpTo(16 * MIB - 1, CUE, '1\n'),
  entities: () => fillUpTo(16 * MIB - 1, CUE, '&amp;'),
  'tiny cues': () => fillUpTo(16 * MIB - 1, '', '1\n00:00:01,000 --> 00:00:02,000\na\n\n'),
  'WebVTT tags': () => fillUpTo(16 * MIB - 1, 'WEBVTT\n\n00:01.000 --> 00:02.000\n', '<c.a.b.c>'),
  'WebVTT notes': () => fillUpTo(16 * MIB - 1, 'WEBVTT\n\n', 'NOTE x\n\n'),
  'ASS overrides': () =>
    fillUpTo(16 * MIB - 1, '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,', '{\\b1}'),
  NUL: () => '\0'.repeat(16 * MIB - 1),
};

const getSegments = (count: number, text: string) => ({
  segments: Array.from({ length: count }, (_, at) => ({ index: at + 1, modified: text })),
});

/** Builds requests with the largest bodies and files, for every kind of access and limit. `ids` are of existing rows. */
export function* buildHeavyRequests(ids: {
  video: number;
  revision: number;
  candidate: number;
}): Generator<HostileRequest> {
  for (const { description, headers, body } of createHugeBodies(BODY_LIMITS.anyone)) {
    yield request(accounts.login, 'nobody', `login of ${description}`, 0, { headers, body });
  }
  for (const { description, headers, body } of createHugeBodies(BODY_LIMITS.admin)) {
    yield request(videos.updateVideo, 'admin', `a video of ${description}`, ids.video, { headers, body });
  }
  for (const { description, headers, body } of createHugeBodies(SEGMENTS_BODY_LIMIT)) {
    const to = subtitles.applyRegexChanges;
    yield request(to, 'admin', `segments of ${description}`, ids.revision, { headers, body });
  }
  yield request(
    subtitles.applyRegexChanges,
    'admin',
    '20,000 segments',
    ids.revision,
    json(getSegments(20_000, 'A line that is said.')),
  );
  yield request(
    subtitles.applyRegexChanges,
    'admin',
    '3000 segments of 10,000 characters',
    ids.revision,
    json(getSegments(3000, 'a'.repeat(10_000))),
  );
  yield request(
    candidates.saveSyncedSubtitles,
    'admin',
    'a synced subtitle of 16 MiB',
    ids.candidate,
    json({ language: 'en', content: FILES['tiny cues']?.().slice(0, 15 * MIB) }),
  );
  for (const [description, make] of Object.entries(FILES)) {
    const form = validForm({ language: 'fr' }, []);
    const file = Buffer.from(make());
    const [head, tail] = ['--sayback\r\n', '\r\n'].map((text) => Buffer.from(text)) as [Buffer, Buffer];
    const disposition = Buffer.from(
      'Content-Disposition: form-data; name="subtitle_file"; filename="a.srt"\r\n\r\n',
    );
    const body = Buffer.concat([head, disposition, file, tail, form.body]);
    yield request(subtitles.uploadSubtitle, 'admin', `a subtitle file of ${description}`, ids.video, {
      headers: form.headers,
      body,
    });
  }
}
