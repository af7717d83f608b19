import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { today } from '../../../locales/en/today.ts';
import { loadTodayWording, loadTurnWording } from '../../../locales/i18n.ts';
import { startI18n } from '../../../locales/testing/start-i18n.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { findMode, type PracticeMode } from '../modes/modes.ts';
import { createLineSession } from '../today/line-session.ts';
import { unsentReviews } from '../unsent/unsent-storage.ts';
import { LINE, player, turnProps } from './testing/turn-props.ts';
import type { TurnControls } from './turn-controls.ts';
import { TurnPart } from './turn-part.tsx';

vi.mock('../recording/capture-worklet.ts?worker&url', () => ({ default: '/capture.js' }));
beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTurnWording(), loadTodayWording()]);
});
afterEach(() => void vi.clearAllMocks());

it('revealing a recalled line plays it, then a button or a digit grades it', async () => {
  let controls: TurnControls | null = null;
  function Screen() {
    const [session] = useState(() => createLineSession(LINE));
    const [current, setCurrent] = useState<TurnControls | null>(null);
    controls = current;
    return (
      <>
        {current?.belowLine}
        <TurnPart
          {...turnProps}
          session={session}
          mode={findMode('recall') as PracticeMode}
          onControls={setCurrent}
        />
      </>
    );
  }
  await openPage({ path: '/', component: Screen }, '/', () => undefined);
  await screen.findByRole('button', { name: 'Record yourself' });
  const getControls = () => controls as TurnControls | null;
  expect(getControls()).toMatchObject({ isDone: false, finish: { label: 'Show text' } });
  expect(getControls()?.choose).toBeUndefined();
  act(() => getControls()?.finish?.run());
  expect(player.replay).toHaveBeenCalledExactlyOnceWith(false);
  expect(getControls()).toMatchObject({ isDone: true, finish: null });
  expect(getControls()?.choose).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: new RegExp(today.today.grade.hard) }));
  expect(player.next).toHaveBeenCalledOnce();
  const stored = unsentReviews.items('').map((id) => unsentReviews.read('', id));
  expect(stored).toMatchObject([{ skill: 'say', grade: 'hard', start_ms: 1000, video_id: 7 }]);
  expect(screen.queryByTestId('grades')).toBeNull();
});
