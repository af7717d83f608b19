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
import { LINE, player, turnProps } from '../testing/one-turn.ts';
import type { TurnControls } from '../turn-controls.ts';
import { loadGrader } from './load-grader.ts';
import { GapsPart, WritePart } from './typed-tasks.tsx';

const en = turn.typing;
beforeAll(async () => {
  await startI18n();
  await loadTurnWording();
});
let page: OpenedPage;
afterEach(() => page.close());
afterEach(() => vi.clearAllMocks());

/** Opens a turn in which the line is written; returns the element in which the turn renders the line. */
async function open(props: Partial<TaskProps> = {}, Part = WritePart) {
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

/** Returns unsent reviews: nobody is signed in here. */
const reviews = () => unsentReviews.items('').map((id) => unsentReviews.read('', id));

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: en.field });

it('Enter checks, but not the one that ends a composition', async () => {
  await open();
  const input = await field();
  await userEvent.type(input, 'que estén maduros');
  await loadGrader();
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 });
  // Time for a check that must not happen.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(input.isConnected).toBe(true);
  fireEvent.keyDown(input, { key: 'Enter' });
  await screen.findByText(en.verdict.right);
});

it('a turn gives one review, however often the line is written in it', async () => {
  await open();
  await userEvent.type(await field(), 'que estan maduros');
  await userEvent.click(screen.getByRole('button', { name: en.check }));
  await screen.findByText(en.verdict.typo);
  expect(player.replay).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: turn.turn.again }));
  const emptied = await field();
  expect(emptied.value).toBe('');
  await userEvent.click(screen.getByRole('button', { name: en.check }));
  expect(screen.getByText(en.empty)).toBeTruthy();
  expect(emptied.isConnected).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: en.check }));
  await screen.findByText('0 of 3 words right.');
  expect(player.replay).toHaveBeenCalledExactlyOnceWith(false);
  expect(reviews()).toHaveLength(1);
  expect(reviews()[0]).toMatchObject({ skill: 'write', grade: 'hard', start_ms: 1000, video_id: 7 });
  await userEvent.click(screen.getByRole('button', { name: en.goOn }));
  expect(player.next).toHaveBeenCalledOnce();
  expect(reviews()).toHaveLength(1);
});

it('a line written with a hint is graded hard, and isn’t a first hearing', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: en.hint }));
  await screen.findByText('Hint: Q··');
  await userEvent.type(await field(), 'que estén maduros');
  await userEvent.click(screen.getByRole('button', { name: en.check }));
  await screen.findByText(`${en.verdict.right} With 1 hint.`);
  expect(reviews()).toHaveLength(1);
  expect(reviews()[0]).toMatchObject({ grade: 'hard', first_hearing: false, accuracy: 1 });
});

it('Today continues with the review that was given', async () => {
  const goOn = vi.fn();
  let last: SavedReview | null = null;
  const onReview = vi.fn((review: SavedReview) => {
    last = review;
  });
  function Part(props: TaskProps) {
    const [, setCount] = useState(0);
    const answer = {
      review: last,
      goOn,
      onReview: (review: SavedReview) => {
        onReview(review);
        setCount((count) => count + 1);
      },
    };
    return <WritePart {...props} answer={answer} />;
  }
  await open({}, Part);
  await userEvent.type(await field(), 'que estén maduros{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: en.goOn }));
  expect(onReview).toHaveBeenCalledExactlyOnceWith({ grade: 'good', id: expect.any(String) });
  expect(goOn).toHaveBeenCalledOnce();
  page.close();

  // Another line was played meanwhile, and this one came up again.
  await open({}, Part);
  await userEvent.type(await field(), 'maduros{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: en.goOn }));
  expect(onReview).toHaveBeenCalledOnce();
  expect(goOn).toHaveBeenCalledTimes(2);
});

it('a report keeps the checked line, and gives no second review', async () => {
  await open();
  await userEvent.type(await field(), 'que estén maduros{Enter}');
  await screen.findByText(en.verdict.right);
  await userEvent.click(screen.getByRole('button', { name: turn.turn.report.title }));
  expect(screen.queryByText(en.verdict.right)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await screen.findByText(en.verdict.right);
  expect(reviews()).toHaveLength(1);
});

it('another line starts with its own draft', async () => {
  const other = createLineSession({ ...LINE, segment_id: 5, start_ms: 5000, end_ms: 6000, text_original: 'No.' });
  let show: (session: TaskProps['session']) => void = () => {};
  let own: TaskProps['session'] | undefined;
  function Part(props: TaskProps) {
    const [session, setSession] = useState(props.session);
    show = setSession;
    own = props.session;
    return <WritePart {...props} session={session} />;
  }
  await open({}, Part);
  await userEvent.type(await field(), 'que es');
  act(() => show(other));
  expect((await field()).value).toBe('');
  act(() => own && show(own));
  expect((await field()).value).toBe('que es');
});

it('a button beside the field leaves the focus in it, and types a letter there from anywhere', async () => {
  await open();
  const input = await field();
  await userEvent.type(input, 'que est');
  await userEvent.click(screen.getByRole('button', { name: en.hearSlowly }));
  expect(document.activeElement).toBe(input);
  input.blur();
  await userEvent.click(screen.getByRole('button', { name: 'é' }));
  expect(input.value).toBe('que esté');
  expect(document.activeElement).toBe(input);
});

it('key chords replay the line, and slowly', async () => {
  await open();
  const input = await field();
  fireEvent.keyDown(input, { key: 'Enter', ctrlKey: true });
  fireEvent.keyDown(input, { key: 'Enter', metaKey: true, shiftKey: true });
  expect(player.replay.mock.calls).toEqual([[false], [true]]);
  expect(input.isConnected).toBe(true);
});

it('Enter moves through the gaps and checks in the last one, without a review', async () => {
  await open({}, GapsPart);
  const gaps = await screen.findAllByRole<HTMLInputElement>('textbox');
  const shown = screen.getByTestId('line').textContent ?? '';
  const words = ['Que', 'estén', 'maduros'].filter((word) => !shown.includes(word));
  expect(words).toHaveLength(gaps.length);
  expect(shown.replaceAll(/[^¿?]/g, '')).toBe('¿?');
  for (const [at, gap] of gaps.entries()) {
    expect(document.activeElement).toBe(gap);
    await userEvent.type(gap, `${words[at]}{Enter}`);
  }
  await screen.findByText(en.verdict.right);
  expect(screen.getByTestId('line').textContent).toBe('¿Que estén maduros?');
  expect(reviews()).toEqual([]);
});
