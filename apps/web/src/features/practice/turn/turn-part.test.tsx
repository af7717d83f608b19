import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { app } from '../../../locales/en/app.ts';
import { turn as wording } from '../../../locales/en/turn.ts';
import { loadTurnWording } from '../../../locales/i18n.ts';
import { startI18n } from '../../../locales/testing/start-i18n.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { findMode, type PracticeMode } from '../modes/modes.ts';
import type { PlayerSnapshot } from '../player/player.ts';
import { changeRecordingSettings } from '../recording/recording-settings.ts';
import { createLineSession } from '../today/line-session.ts';
import { LINE, player, turnProps } from './testing/turn-props.ts';
import type { TurnControls } from './turn-controls.ts';
import { TurnPart } from './turn-part.tsx';

/** The snapshot of a recorded turn with a result. */
const fake = vi.hoisted(() => ({
  snapshot: {
    phase: { name: 'ready', hasSpeech: true },
    isRecordingOn: true,
    problem: null,
    voice: 'ended',
    countdown: null,
    original: null,
    start: 0.1,
    take: { sound: new Blob(), frames: null, original: null, words: [], compared: null, isMeasured: true },
    takes: [],
  },
}));
vi.mock('../recording/capture-worklet.ts?worker&url', () => ({ default: '/capture.js' }));
vi.mock('../analysis/speech.ts', () => ({ startSpeech: () => ({ close: () => undefined }) }));
vi.mock('./turn.ts', () => ({
  createTurn: () => ({
    subscribe: () => () => undefined,
    getSnapshot: () => fake.snapshot,
    dispatch: () => undefined,
    start: () => undefined,
    close: async () => undefined,
    levels: [],
  }),
}));
const en = wording.turn;
beforeAll(async () => {
  await startI18n();
  await loadTurnWording();
});
afterEach(() => {
  vi.clearAllMocks();
  changeRecordingSettings('', { isOn: false });
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** Opens the line's turn; returns functions that get its controls and end it. */
async function openTurn({ isRecorded = false } = {}) {
  let controls: TurnControls | null = null;
  let end = () => {};
  function Screen() {
    const [session] = useState(() => createLineSession(LINE));
    const [snapshot, setSnapshot] = useState<PlayerSnapshot>(turnProps.snapshot);
    end = () => setSnapshot({ ...snapshot, phase: { name: 'ready' } });
    return (
      <TurnPart
        {...turnProps}
        snapshot={snapshot}
        session={session}
        mode={findMode('say') as PracticeMode}
        onControls={(changed) => {
          controls = changed;
        }}
      />
    );
  }
  await openPage({ path: '/', component: Screen }, '/', () => undefined);
  if (isRecorded) act(() => changeRecordingSettings('', { isOn: true }));
  return { getControls: () => controls as TurnControls | null, end: () => act(() => end()) };
}

it('a turn without recording waits once the learner reports its line', async () => {
  await openTurn();
  await press(en.report.title);
  expect(player.stop).toHaveBeenCalledOnce();
  await screen.findByRole('button', { name: en.report.wrong_text });
});

it('a take is compared only in its turn: afterwards, the next line plays', async () => {
  const { getControls, end } = await openTurn({ isRecorded: true });
  await screen.findByRole('button', { name: en.mine });
  expect(getControls()?.compare).not.toBeNull();
  end();
  expect(getControls()?.compare).toBeNull();
});

it('the slower speed is still checked after the report panel was open', async () => {
  await openTurn({ isRecorded: true });
  const findSlower = async () => {
    await press(en.more);
    return screen.findByRole('menuitemcheckbox', { name: en.slower });
  };
  await userEvent.click(await findSlower());
  await press(en.more);
  await userEvent.click(await screen.findByRole('menuitem', { name: en.report.title }));
  await press(app.app.close);
  expect((await findSlower()).getAttribute('aria-checked')).toBe('true');
});
