import { ActionIcon } from '@mantine/core';
import { practice } from '@sayback/contract';
import {
  IconBulb,
  IconCheck,
  IconPlayerPlayFilled,
  IconPlayerSkipForwardFilled,
  IconReload,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../../../locales/translation.ts';
import { openDialog } from '../../../../ui/commands/keyboard.ts';
import { Status } from '../../../../ui/feedback/status.tsx';
import { toast } from '../../../../ui/feedback/toast.ts';
import { reloadOnce } from '../../../../ui/reload-once.ts';
import { sendAttempts, storeAttempt } from '../../attempts/attempts.ts';
import type { PracticeLine } from '../../player/practice-lines.ts';
import { addPractised } from '../../practised-lines.ts';
import type { PracticeSegment } from '../../queries.ts';
import { ReportButton } from '../../report/report-line.tsx';
import { findCardLine, saveReview, sendReviews } from '../../reviews/reviews.ts';
import { refreshToday } from '../../today/queries.ts';
import { TurnButton } from '../panel/turn-button.tsx';
import panel from '../panel/turn-panel.module.css';
import type { SavedReview, TaskProps } from '../task-props.ts';
import { type CheckedLine, type Piece, sumUp, withHints } from './check-line.ts';
import { CheckedText, Legend } from './checked-text.tsx';
import { newDraft, storeDraft, storedDraft } from './drafts.ts';
import { LineFields, type TypedField } from './line-fields.tsx';
import { loadGrader } from './load-grader.ts';
import { noteMissed } from './missed-words.ts';
import { SpecialLetters } from './special-letters.tsx';
import { hintText, nextHint } from './typing-hint.ts';

type Props = TaskProps & {
  prompt: 'write' | 'fill';
  piecesOf: (line: PracticeLine) => Piece[];
  account: string;
  line: PracticeLine;
  segments: readonly PracticeSegment[];
  draftKey: string;
  isReview: boolean;
  /** True if the line was heard once, and never practised before. */
  isFirstHearing: () => boolean;
  onReport: () => void;
  /** The panel that reports the line, while it is open. */
  report: ReactNode;
};

/** One turn in which a line, or parts of it, are written and checked. */
export function TypedTurn(props: Props) {
  const { player, snapshot, video, session, account, line, segments, draftKey, isReview } = props;
  const { onControls, answer, isFirstHearing, onReport, report } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const language = video.original_language;
  const [pieces] = useState(() => props.piecesOf(line));
  const askedTexts = pieces.flatMap(({ text, isAsked }) => (isAsked ? [text] : []));
  const [draft, setDraft] = useState(() => storedDraft(account, draftKey, askedTexts));
  const [checked, setChecked] = useState<CheckedLine | null>(null);
  const [ownReview, setOwnReview] = useState<SavedReview | null>(null);
  const review = answer?.review ?? ownReview;
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [isGrading, setGrading] = useState(false);
  const isBusy = useRef(false);
  const isLeft = useRef(false);
  const field = useRef<TypedField | null>(null);
  const [active, setActive] = useState(0);
  const isEmpty = draft.values.every((value) => value.trim() === '');
  const [wasEmptyTold, setEmptyTold] = useState(false);
  const onward = useRef<HTMLDivElement>(null);

  useEffect(() => void loadGrader().catch(() => undefined), []);

  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  const isDone = checked !== null;
  useEffect(() => storeDraft(account, draftKey, isDone ? null : draft), [account, draftKey, draft, isDone]);

  /**
   * Grades the current draft. Null while another check runs, once the line was left, or (with a message) if the grader can't be
   * loaded.
   */
  async function gradeDraft(): Promise<CheckedLine | null> {
    if (isBusy.current) return null;
    isBusy.current = true;
    setGrading(true);
    try {
      const { grade } = await loadGrader();
      const grades = askedTexts.map((text, at) => grade(text, draft.values[at] ?? '', language));
      return isLeft.current ? null : sumUp(grades);
    } catch {
      if (!isLeft.current && !(await reloadOnce())) toast.failure(t('typing.notChecked'));
      return null;
    } finally {
      isBusy.current = false;
      setGrading(false);
    }
  }

  async function check() {
    if (checked) return;
    // May be a slip: only a second press reveals the line.
    if (isEmpty && !wasEmptyTold) return setEmptyTold(true);
    const isFirst = isFirstHearing() && draft.hintCount === 0;
    const result = await gradeDraft();
    if (!result) return;
    setChecked(result);
    noteMissed(account, language, result.tokens.flat());
    storeAttempt(account, video.id, segments, 'waited');
    addPractised(client, { account, videoId: video.id }, segments);
    void sendAttempts(account);
    if (isReview && !review) give(result, isFirst);
    // Replayed at once, while the learner sees the correction.
    if (result.verdict === 'wrong') player?.replay(false);
  }

  /** Submits one review of the line, however often it is written in this turn. */
  function give({ verdict, right, count }: CheckedLine, first_hearing: boolean) {
    const card = findCardLine(video.id, line, segments);
    if (!card) return;
    const grade = withHints(practice.gradeWriting(verdict), draft.hintCount);
    const accuracy = count > 0 ? right / count : 0;
    const id = saveReview(account, card, { skill: 'write', grade, first_hearing, accuracy });
    if (answer) return answer.onReview({ grade, id });
    setOwnReview({ grade, id });
    void sendReviews(account).then(() => refreshToday(client));
  }

  async function hint() {
    const result = await gradeDraft();
    const next =
      result &&
      nextHint(result.tokens[active] ?? [], draft.values[active] ?? '', draft.hints[active] ?? null);
    if (!next) return;
    // The learner may have continued typing meanwhile.
    setDraft((before) => ({
      ...before,
      hints: before.hints.map((other, index) => (index === active ? next : other)),
      hintCount: before.hintCount + 1,
    }));
  }

  function again() {
    setChecked(null);
    setDraft(newDraft(askedTexts));
  }

  const isLast = snapshot.index >= snapshot.count - 1;
  const goOn = review && answer ? answer.goOn : isLast ? null : () => player?.next();
  const checkNow = useEffectEvent(() => void check());
  const goOnNow = useEffectEvent(() => goOn?.());
  const replay = useEffectEvent(() => player?.replay(false));
  const needsAnswer = answer !== undefined;
  const labels = { typing: t(`typing.${props.prompt}`), done: t('typing.checked') };
  const finishLabel = t(isDone ? 'typing.goOn' : 'typing.check');
  const label = isDone ? labels.done : labels.typing;
  // Before the next turn is painted, so that it doesn't start with the previous line.
  useLayoutEffect(() => {
    const Icon = isDone ? IconPlayerSkipForwardFilled : IconCheck;
    const run = isDone ? () => goOnNow() : () => checkNow();
    onControls({
      records: false,
      isDone,
      label,
      icon: null,
      finish:
        isDone && !needsAnswer ? null : { label: finishLabel, icon: <Icon size={20} aria-hidden />, run },
      compare: null,
      silence: () => undefined,
      end: () => undefined,
      replay: () => replay(),
      lineSlot: setSlot,
    });
  }, [onControls, isDone, label, finishLabel, needsAnswer]);
  // Before another line that replaces this one sets its own.
  useLayoutEffect(() => () => onControls(null), [onControls]);

  // Enter continues after a check.
  useEffect(() => {
    if (isDone && !openDialog())
      onward.current?.querySelector<HTMLElement>('[data-main]')?.focus({ preventScroll: true });
  }, [isDone]);

  if (checked) {
    return (
      <>
        {slot && createPortal(<CheckedText pieces={pieces} checked={checked} language={language} />, slot)}
        {report || (
          <div className={panel.part}>
            <div className={panel.findings}>
              <Status className={panel.hint} data-none={checked.verdict === 'right' || undefined}>
                {t(`typing.verdict.${checked.verdict}`, { right: checked.right, count: checked.count })}
                {draft.hintCount > 0 && ` ${t('typing.withHints', { count: draft.hintCount })}`}
              </Status>
              <Legend checked={checked} />
            </div>
            <div className={panel.buttons} ref={onward}>
              {goOn && (
                <TurnButton isMain onClick={goOn}>
                  {t('typing.goOn')}
                </TurnButton>
              )}
              <TurnButton icon={<IconReload size={18} aria-hidden />} onClick={again}>
                {t('turn.again')}
              </TurnButton>
              <TurnButton
                icon={<IconPlayerPlayFilled size={16} aria-hidden />}
                onClick={() => player?.replay(false)}
              >
                {t('turn.original')}
              </TurnButton>
              <ReportButton onClick={onReport} />
            </div>
          </div>
        )}
      </>
    );
  }
  const shownHint = draft.hints[active] ?? null;
  const hintNote = shownHint && t('typing.hintShown', { letters: hintText(shownHint) });
  const note = isEmpty && wasEmptyTold ? t('typing.empty') : hintNote;
  return (
    <>
      {slot &&
        createPortal(
          <LineFields
            pieces={pieces}
            values={draft.values}
            language={language}
            onChange={(values) => setDraft((before) => ({ ...before, values }))}
            isReadOnly={isGrading}
            onField={(at, element) => {
              setActive(at);
              field.current = element;
            }}
            onCheck={() => void check()}
            onHear={(isSlow) => player?.replay(isSlow)}
          />,
          slot,
        )}
      <div className={panel.part}>
        <div className={panel.findings}>
          <Status className={panel.why} hidden={!note}>
            {note}
          </Status>
          <SpecialLetters language={language} lines={session.loaded} field={field} />
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the field keeps the focus, so what is typed next isn't the player's. */}
        <div className={panel.buttons} onMouseDown={(event) => event.preventDefault()}>
          <TurnButton isMain onClick={() => void check()}>
            {t('typing.check')}
          </TurnButton>
          <TurnButton icon={<IconBulb size={18} aria-hidden />} onClick={() => void hint()}>
            {t('typing.hint')}
          </TurnButton>
          <ActionIcon
            variant="transparent"
            c="inherit"
            size={44}
            aria-label={t('typing.hear')}
            title={t('typing.hear')}
            onClick={() => player?.replay(false)}
          >
            <IconPlayerPlayFilled size={20} aria-hidden />
          </ActionIcon>
          <TurnButton
            icon={<IconPlayerPlayFilled size={16} aria-hidden />}
            title={t('typing.hearSlowly')}
            aria-label={t('typing.hearSlowly')}
            onClick={() => player?.replay(true)}
          >
            {t('turn.slower')}
          </TurnButton>
        </div>
      </div>
    </>
  );
}
