import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { turn } from '../../../../locales/en/turn.ts';
import { loadTurnWording } from '../../../../locales/i18n.ts';
import { startI18n } from '../../../../locales/testing/start-i18n.ts';
import { type OpenedPage, openPage } from '../../../../testing/open-page.tsx';
import { DICTATION } from '../../modes/modes.ts';
import { createLineSession } from '../../today/line-session.ts';
import { unsentReviews } from '../../unsent/unsent-storage.ts';
import type { SavedReview, TaskProps } from '../task-props.ts';
import { LINE, player, turnProps } from '../testing/turn-props.ts';
import type { TurnControls } from '../turn-controls.ts';
import { loadGrader } from './load-grader.ts';
import { GapsPart, WritePart } from './typed-tasks.tsx';

const en = turn.typing;
beforeAll(async () => {
  await startI18n();
  await loadTurnWording();
});
let page: OpenedPage;
afterEach(() => void vi.clearAllMocks());

/** Opens a turn in which the learner writes the line. */
async function openTask(props: Partial<TaskProps> = {}, Part = WritePart) {
  function Screen() {
    const [controls, setControls] = useState<TurnControls | null>(null);
    const [session] = useState(() => createLineSession(LINE));
    return (
      <>
        {controls?.lineSlot && <div ref={controls.lineSlot} data-testid="line" />}
        <Part {...turnProps} session={session} mode={DICTATION} onControls={setControls} {...props} />
      </>
    );
  }
  page = await openPage({ path: '/', component: Screen }, '/', () => undefined);
}

/** Lists the unsent reviews; no account is signed in. */
const listReviews = () => unsentReviews.items('').map((id) => unsentReviews.read('', id));

const findField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: en.field });

it('Enter checks the line, unless it ends a composition', async () => {
  await openTask();
  const input = await findField();
  await userEvent.type(input, 'que estén maduros');
  await loadGrader();
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 });
  // Time for a check.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(input.isConnected).toBe(true);
  fireEvent.keyDown(input, { key: 'Enter' });
  await screen.findByText(en.verdict.right);
});

it('writing a line again in its turn doesn’t save a second review', async () => {
  await openTask();
  const field = await findField();
  await userEvent.click(screen.getByRole('button', { name: en.check }));
  expect(screen.getByText(en.empty)).toBeTruthy();
  await userEvent.type(field, 'que estan maduros');
  await userEvent.click(screen.getByRole('button', { name: en.check }));
  await screen.findByText(en.verdict.typo);
  expect(player.replay).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: turn.turn.again }));
  const emptyField = await findField();
  expect(emptyField.value).toBe('');
  await userEvent.click(screen.getByRole('button', { name: en.check }));
  expect(screen.getByText(en.empty)).toBeTruthy();
  expect(emptyField.isConnected).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: en.check }));
  await screen.findByText('0 of 3 words right.');
  expect(player.replay).toHaveBeenCalledExactlyOnceWith(false);
  expect(listReviews()).toHaveLength(1);
  expect(listReviews()[0]).toMatchObject({ skill: 'write', grade: 'hard', start_ms: 1000, video_id: 7 });
  await userEvent.click(screen.getByRole('button', { name: en.goOn }));
  expect(player.next).toHaveBeenCalledOnce();
  expect(listReviews()).toHaveLength(1);
});

it('a line written with a hint is graded hard, and isn’t a first hearing', async () => {
  await openTask();
  await userEvent.click(await screen.findByRole('button', { name: en.hint }));
  await screen.findByText('Hint: Q··');
  await userEvent.type(await findField(), 'que estén maduros');
  await userEvent.click(screen.getByRole('button', { name: en.check }));
  await screen.findByText(`${en.verdict.right} With 1 hint.`);
  expect(listReviews()).toHaveLength(1);
  expect(listReviews()[0]).toMatchObject({ grade: 'hard', first_hearing: false, accuracy: 1 });
});

it('Today continues with the saved review', async () => {
  const onContinue = vi.fn();
  let lastReview: SavedReview | null = null;
  const onReview = vi.fn((review: SavedReview) => {
    lastReview = review;
  });
  function Part(props: TaskProps) {
    const [, setCount] = useState(0);
    const answer = {
      review: lastReview,
      onContinue,
      onReview: (review: SavedReview) => {
        onReview(review);
        setCount((count) => count + 1);
      },
    };
    return <WritePart {...props} answer={answer} />;
  }
  await openTask({}, Part);
  await userEvent.type(await findField(), 'que estén maduros{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: en.goOn }));
  expect(onReview).toHaveBeenCalledExactlyOnceWith({ grade: 'good', id: expect.any(String) });
  expect(onContinue).toHaveBeenCalledOnce();
  page.close();

  // The same line again, after another one.
  await openTask({}, Part);
  await userEvent.type(await findField(), 'maduros{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: en.goOn }));
  expect(onReview).toHaveBeenCalledOnce();
  expect(onContinue).toHaveBeenCalledTimes(2);
});

it('a report doesn’t reset the checked line or save a second review', async () => {
  await openTask();
  await userEvent.type(await findField(), 'que estén maduros{Enter}');
  await screen.findByText(en.verdict.right);
  await userEvent.click(screen.getByRole('button', { name: turn.turn.report.title }));
  expect(screen.queryByText(en.verdict.right)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await screen.findByText(en.verdict.right);
  expect(listReviews()).toHaveLength(1);
});

it('another line starts with its own draft', async () => {
  const other = createLineSession({
    ...LINE,
    segment_id: 5,
    start_ms: 5000,
    end_ms: 6000,
    text_original: 'No.',
  });
  let setShownSession: (session: TaskProps['session']) => void = () => {};
  let originalSession: TaskProps['session'] | undefined;
  function Part(props: TaskProps) {
    const [session, setSession] = useState(props.session);
    setShownSession = setSession;
    originalSession = props.session;
    return <WritePart {...props} session={session} />;
  }
  await openTask({}, Part);
  await userEvent.type(await findField(), 'que es');
  act(() => setShownSession(other));
  expect((await findField()).value).toBe('');
  act(() => originalSession && setShownSession(originalSession));
  expect((await findField()).value).toBe('que es');
});

it('buttons keep the focus in the field, and type letters into it', async () => {
  await openTask();
  const input = await findField();
  await userEvent.type(input, 'que est');
  await userEvent.click(screen.getByRole('button', { name: en.hearSlowly }));
  expect(document.activeElement).toBe(input);
  input.blur();
  await userEvent.click(screen.getByRole('button', { name: 'é' }));
  expect(input.value).toBe('que esté');
  expect(document.activeElement).toBe(input);
});

it('shortcuts replay the line, at normal speed and slowly', async () => {
  await openTask();
  const input = await findField();
  fireEvent.keyDown(input, { key: 'Enter', ctrlKey: true });
  fireEvent.keyDown(input, { key: 'Enter', metaKey: true, shiftKey: true });
  expect(player.replay.mock.calls).toEqual([[false], [true]]);
  expect(input.isConnected).toBe(true);
});

it('Enter moves through the gaps and checks them in the last one, without a review', async () => {
  await openTask({}, GapsPart);
  const gaps = await screen.findAllByRole<HTMLInputElement>('textbox');
  const shown = screen.getByTestId('line').textContent ?? '';
  const words = ['Que', 'estén', 'maduros'].filter((word) => !shown.includes(word));
  expect(words).toHaveLength(gaps.length);
  expect(shown.replaceAll(/[^¿?]/g, '')).toBe('¿?');
  for (const [index, gap] of gaps.entries()) {
    expect(document.activeElement).toBe(gap);
    await userEvent.type(gap, `${words[index]}{Enter}`);
  }
  await screen.findByText(en.verdict.right);
  expect(screen.getByTestId('line').textContent).toBe('¿Que estén maduros?');
  expect(listReviews()).toEqual([]);
});
