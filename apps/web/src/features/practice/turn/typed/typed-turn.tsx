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
import { addPractisedLines } from '../../practised-lines.ts';
import type { PracticeSegment } from '../../queries.ts';
import { ReportButton } from '../../report/report-line.tsx';
import { findCardLine, saveReview, sendReviews } from '../../reviews/reviews.ts';
import { refreshToday } from '../../today/queries.ts';
import { TurnButton } from '../panel/turn-button.tsx';
import panel from '../panel/turn-panel.module.css';
import type { SavedReview, TaskProps } from '../task-props.ts';
import { type CheckedLine, capGrade, type Piece, summarizeGrades } from './check-line.ts';
import { CheckedText, Legend } from './checked-text.tsx';
import { createDraft, readDraft, storeDraft } from './drafts.ts';
import { LineFields, type TypedField } from './line-fields.tsx';
import { loadGrader } from './load-grader.ts';
import { updateMissedWords } from './missed-words.ts';
import { SpecialLetters } from './special-letters.tsx';
import { findNextHint, formatHint } from './typing-hint.ts';

type Props = TaskProps & {
  prompt: 'write' | 'fill';
  divideLine: (line: PracticeLine) => Piece[];
  account: string;
  line: PracticeLine;
  segments: readonly PracticeSegment[];
  draftKey: string;
  isReview: boolean;
  /** True if the line was heard once and never practised. */
  isFirstHearing: () => boolean;
  onReport: () => void;
  /** The report panel, while it is open. */
  report: ReactNode;
};

/** A turn in which the learner writes a line, or parts of it. */
export function TypedTurn(props: Props) {
  const { player, snapshot, video, session, account, line, segments, draftKey, isReview } = props;
  const { onControls, answer, isFirstHearing, onReport, report } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const language = video.original_language;
  const [pieces] = useState(() => props.divideLine(line));
  const fieldTexts = pieces.flatMap(({ text, isField }) => (isField ? [text] : []));
  const [draft, setDraft] = useState(() => readDraft(account, draftKey, fieldTexts));
  const [checked, setChecked] = useState<CheckedLine | null>(null);
  const [turnReview, setTurnReview] = useState<SavedReview | null>(null);
  const review = answer?.review ?? turnReview;
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [isGrading, setGrading] = useState(false);
  const isBusy = useRef(false);
  const isUnmounted = useRef(false);
  const field = useRef<TypedField | null>(null);
  const [activeField, setActiveField] = useState(0);
  const isEmpty = draft.values.every((value) => value.trim() === '');
  const [hasEmptyNote, setHasEmptyNote] = useState(false);
  const nextButtons = useRef<HTMLDivElement>(null);

  useEffect(() => void loadGrader().catch(() => undefined), []);

  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  const isDone = checked !== null;
  useEffect(() => storeDraft(account, draftKey, isDone ? null : draft), [account, draftKey, draft, isDone]);

  /**
   * Grades the draft. Returns null during another check, after the line has changed or, with a message, if the grader can't be
   * loaded.
   */
  async function gradeDraft(): Promise<CheckedLine | null> {
    if (isBusy.current) return null;
    isBusy.current = true;
    setGrading(true);
    try {
      const { grade } = await loadGrader();
      const grades = fieldTexts.map((text, index) => grade(text, draft.values[index] ?? '', language));
      return isUnmounted.current ? null : summarizeGrades(grades);
    } catch {
      if (!isUnmounted.current && !(await reloadOnce())) toast.failure(t('typing.notChecked'));
      return null;
    } finally {
      isBusy.current = false;
      setGrading(false);
    }
  }

  async function check() {
    if (checked) return;
    // Only a second press reveals an empty line.
    if (isEmpty && !hasEmptyNote) return setHasEmptyNote(true);
    const isFirst = isFirstHearing() && draft.hintCount === 0;
    const result = await gradeDraft();
    if (!result) return;
    setChecked(result);
    updateMissedWords(account, language, result.tokens.flat());
    storeAttempt(account, video.id, segments, 'waited');
    addPractisedLines(client, { account, videoId: video.id }, segments);
    void sendAttempts(account);
    if (isReview && !review) submitReview(result, isFirst);
    // The learner hears the line while reading the correction.
    if (result.verdict === 'wrong') player?.replay(false);
  }

  function submitReview({ verdict, right, count }: CheckedLine, first_hearing: boolean) {
    const card = findCardLine(video.id, line, segments);
    if (!card) return;
    const grade = capGrade(practice.gradeWriting(verdict), draft.hintCount);
    const accuracy = count > 0 ? right / count : 0;
    const id = saveReview(account, card, { skill: 'write', grade, first_hearing, accuracy });
    if (answer) return answer.onReview({ grade, id });
    setTurnReview({ grade, id });
    void sendReviews(account).then(() => refreshToday(client));
  }

  async function showHint() {
    const result = await gradeDraft();
    const next =
      result &&
      findNextHint(
        result.tokens[activeField] ?? [],
        draft.values[activeField] ?? '',
        draft.hints[activeField] ?? null,
      );
    if (!next) return;
    // Keeps text that was typed meanwhile.
    setDraft((before) => ({
      ...before,
      hints: before.hints.map((hint, index) => (index === activeField ? next : hint)),
      hintCount: before.hintCount + 1,
    }));
  }

  function restart() {
    setChecked(null);
    setHasEmptyNote(false);
    setDraft(createDraft(fieldTexts));
  }

  const isLast = snapshot.index >= snapshot.count - 1;
  const proceed = review && answer ? answer.onContinue : isLast ? null : () => player?.next();
  const runCheck = useEffectEvent(() => void check());
  const runProceed = useEffectEvent(() => proceed?.());
  const replay = useEffectEvent(() => player?.replay(false));
  const needsAnswer = answer !== undefined;
  const labels = { typing: t(`typing.${props.prompt}`), done: t('typing.checked') };
  const finishLabel = t(isDone ? 'typing.goOn' : 'typing.check');
  const label = isDone ? labels.done : labels.typing;
  // A layout effect: otherwise the next turn would first be painted with the previous line.
  useLayoutEffect(() => {
    const Icon = isDone ? IconPlayerSkipForwardFilled : IconCheck;
    const run = isDone ? () => runProceed() : () => runCheck();
    onControls({
      isRecordingOn: false,
      isDone,
      label,
      icon: null,
      finish:
        isDone && !needsAnswer ? null : { label: finishLabel, icon: <Icon size={20} aria-hidden />, run },
      compare: null,
      yieldAudio: () => undefined,
      stop: () => undefined,
      replay: () => replay(),
      lineSlot: setSlot,
    });
  }, [onControls, isDone, label, finishLabel, needsAnswer]);
  // A layout effect: it must run before the next line sets its controls.
  useLayoutEffect(() => () => onControls(null), [onControls]);

  // Enter continues after a check.
  useEffect(() => {
    if (isDone && !openDialog())
      nextButtons.current?.querySelector<HTMLElement>('[data-main]')?.focus({ preventScroll: true });
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
            <div className={panel.buttons} ref={nextButtons}>
              {proceed && (
                <TurnButton isMain onClick={proceed}>
                  {t('typing.goOn')}
                </TurnButton>
              )}
              <TurnButton icon={<IconReload size={18} aria-hidden />} onClick={restart}>
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
  const shownHint = draft.hints[activeField] ?? null;
  const hintNote = shownHint && t('typing.hintShown', { letters: formatHint(shownHint) });
  const note = isEmpty && hasEmptyNote ? t('typing.empty') : hintNote;
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
            onField={(index, element) => {
              setActiveField(index);
              field.current = element;
            }}
            onCheck={() => void check()}
            onHear={(isSlow) => player?.replay(isSlow)}
          />,
          slot,
        )}
      <div className={panel.part}>
        <div className={panel.findings}>
          <Status className={panel.reason} hidden={!note}>
            {note}
          </Status>
          <SpecialLetters language={language} lines={session.loaded} field={field} />
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the field keeps the focus, and further keys. */}
        <div className={panel.buttons} onMouseDown={(event) => event.preventDefault()}>
          <TurnButton isMain onClick={() => void check()}>
            {t('typing.check')}
          </TurnButton>
          <TurnButton icon={<IconBulb size={18} aria-hidden />} onClick={() => void showHint()}>
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
