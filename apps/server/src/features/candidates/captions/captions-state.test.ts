import { candidates } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { CaptionError } from '../../../platform/captions/caption-error.ts';
import { candidateCalls } from '../../../testing/candidate-calls.ts';
import { createCaptionsDouble, track } from '../../../testing/doubles/captions-double.ts';
import { withServer } from '../../../testing/with-server.ts';

const captions = createCaptionsDouble();
const { server, admin } = await withServer({}, [], { captions });
const calls = candidateCalls(server, admin);

const scan = (id: number) => calls.post(candidates.scanSubtitles, id);

describe('the caption queue', () => {
  it('shows an open circuit, which can be closed manually', async () => {
    const { id } = await calls.addCandidate();
    captions.faults = [new CaptionError('bot-blocked')];
    await scan(id);
    expect(await admin.call(candidates.getCaptionsState)).toEqual({
      circuit: 'open',
      reason: 'a bot block',
      reopens_at: '2030-01-01T00:00:00.000Z',
      waiting: 0,
    });
    expect(await admin.call(candidates.closeCircuit)).toMatchObject({ circuit: 'closed', reopens_at: null });
  });

  it('doesn’t change the keys of regional tracks', async () => {
    const { id, youtube_id } = await calls.addCandidate();
    captions.tracks.set(youtube_id, [
      track('pt-BR', { language: 'pt-BR', name: 'Português (Brasil)' }),
      track('en-nP7', { language: 'en' }),
    ]);
    await scan(id);
    expect((await calls.get(id)).available_subtitles).toEqual([
      { language: 'pt-BR', kind: 'manual', name: 'Português (Brasil)', version_key: 'pt-BR' },
      { language: 'en', kind: 'manual', version_key: 'en-nP7' },
    ]);
  });
});
