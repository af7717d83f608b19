import type { practice, videos } from '@sayback/contract';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { today } from '../../../locales/en/today.ts';
import { loadTodayWording, loadTurnWording } from '../../../locales/i18n.ts';
import { startI18n } from '../../../locales/testing/start-i18n.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import { sessionOf } from '../today/line-session.ts';
import { unsentReviews } from '../unsent/stored.ts';
import { type Way, wayNamed } from '../ways/ways.ts';
import type { TurnControls } from './turn-controls.ts';
import { TurnPart } from './turn-part.tsx';

vi.mock('../recording/capture-worklet.ts?worker&url', () => ({ default: '/capture.js' }));
beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTurnWording(), loadTodayWording()]);
});
let page: OpenedPage;
afterEach(() => page.close());

const LINE = {
  segment_id: 4,
  start_ms: 1000,
  end_ms: 2000,
  text_original: 'Que estén maduros.',
  text_target: 'That they be ripe.',
  video_id: 7,
  alignment_id: 3,
} as practice.QueuedLine;
const SNAPSHOT: PlayerSnapshot = {
  phase: { name: 'turn', since: 5, until: null },
  index: 0,
  count: 2,
  round: 1,
  rate: 1,
  duration: 9000,
};
const player = { replay: vi.fn(), next: vi.fn(), getSnapshot: () => SNAPSHOT };
afterEach(() => vi.clearAllMocks());

it('a recalled line is heard once it is revealed, and graded by a button or a digit', async () => {
  let controls: TurnControls | null = null;
  function Screen() {
    const [session] = useState(() => sessionOf(LINE));
    const [shown, setShown] = useState<TurnControls | null>(null);
    controls = shown;
    return (
      <>
        {shown?.below}
        <TurnPart
          player={player as unknown as Player}
          snapshot={SNAPSHOT}
          video={{ id: 7, original_language: 'es' } as videos.Video}
          session={session}
          way={wayNamed('recall') as Way}
          volume={1}
          showsText={false}
          onControls={setShown}
          onCheckMicrophone={() => undefined}
        />
      </>
    );
  }
  page = await openPage({ path: '/', component: Screen }, '/', () => undefined);
  await screen.findByRole('button', { name: 'Record yourself' });
  const now = () => controls as TurnControls | null;
  expect(now()).toMatchObject({ isDone: false, finish: { label: 'Show text' } });
  expect(now()?.choose).toBeUndefined();
  act(() => now()?.finish?.run());
  expect(player.replay).toHaveBeenCalledExactlyOnceWith(false);
  expect(now()).toMatchObject({ isDone: true, finish: null });
  expect(now()?.choose).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: new RegExp(today.today.grade.hard) }));
  expect(player.next).toHaveBeenCalledOnce();
  const stored = unsentReviews.items('').map((id) => unsentReviews.read('', id));
  expect(stored).toMatchObject([{ skill: 'say', grade: 'hard', start_ms: 1000, video_id: 7 }]);
  expect(screen.queryByTestId('grades')).toBeNull();
});
