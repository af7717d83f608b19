import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { turn as wording } from '../../../locales/en/turn.ts';
import { loadTurnWording } from '../../../locales/i18n.ts';
import { startI18n } from '../../../locales/testing/start-i18n.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { findMode, type PracticeMode } from '../modes/modes.ts';
import { createLineSession } from '../today/line-session.ts';
import { LINE, player, turnProps } from './testing/turn-props.ts';
import { TurnPart } from './turn-part.tsx';

vi.mock('../recording/capture-worklet.ts?worker&url', () => ({ default: '/capture.js' }));
const en = wording.turn;
beforeAll(async () => {
  await startI18n();
  await loadTurnWording();
});
afterEach(() => void vi.clearAllMocks());

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function openTurn() {
  function Screen() {
    const [session] = useState(() => createLineSession(LINE));
    return (
      <TurnPart
        {...turnProps}
        session={session}
        mode={findMode('say') as PracticeMode}
        onControls={() => undefined}
      />
    );
  }
  await openPage({ path: '/', component: Screen }, '/', () => undefined);
}

it('a turn without recording waits once the learner reports its line', async () => {
  await openTurn();
  await press(en.report.title);
  expect(player.stop).toHaveBeenCalledOnce();
  await screen.findByRole('button', { name: en.report.wrong_text });
});
