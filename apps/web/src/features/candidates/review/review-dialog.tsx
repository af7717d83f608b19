import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Input, SegmentedControl, Text, Textarea } from '@mantine/core';
import { candidates } from '@sayback/contract';
import { type RefObject, useId, useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { AskBeforeClosing } from '../../../ui/dialog/ask-before-closing.tsx';
import classes from './review-dialog.module.css';
import type { ReviewInput, ReviewStep } from './use-review.ts';

type DialogStep = Exclude<ReviewStep, 'processed'>;
type Props = {
  step: DialogStep;
  /** The candidate's title and language, or the number of candidates. */
  subject: { title: string; language: string } | { count: number };
  initial?: { priority: number; review_notes: string };
  isPending: boolean;
  onConfirm: (input: ReviewInput) => void;
  onClose: () => void;
  /** Element to focus afterwards, if not the previous one. */
  returnFocusTo?: RefObject<HTMLElement | null>;
};

const TITLES = {
  approve: 'candidateReview.approveTitle',
  reject: 'candidateReview.rejectTitle',
  priority: 'candidateReview.editPriority',
} as const;
const CONFIRM_LABELS = {
  approve: 'candidateReview.approve',
  reject: 'candidateReview.reject',
  priority: 'app.save',
} as const;
const NOTES_LABELS = {
  approve: 'candidateReview.notes',
  reject: 'candidateReview.reason',
  priority: 'candidateReview.priorityNotes',
} as const;

const PRIORITIES = [1, 2, 3, 4, 5] as const;

/** Asks for the priority and notes of an approval, or the reason for a rejection. Enter confirms. */
export function ReviewDialog(props: Props) {
  const { step, subject, initial, isPending, onConfirm, onClose, returnFocusTo } = props;
  const { t } = useTranslation();
  const priorityId = useId();
  const [priority, setPriority] = useState(initial?.priority ?? candidates.DEFAULT_PRIORITY);
  const [notes, setNotes] = useState(initial?.review_notes ?? '');
  // Changing the priority can also clear the notes; the other steps omit empty notes.
  const sendsNotes = notes.trim() !== '' || step === 'priority';
  const isChanged =
    notes !== (initial?.review_notes ?? '') ||
    priority !== (initial?.priority ?? candidates.DEFAULT_PRIORITY);
  const input = {
    ...(step !== 'reject' && { priority }),
    ...(sendsNotes && { review_notes: notes.trim() }),
  };
  return (
    <ActionDialog
      title={t(TITLES[step])}
      label={t(CONFIRM_LABELS[step])}
      isDestructive={step === 'reject'}
      focus="confirm"
      onSubmit={() => onConfirm(input)}
      {...{ isPending, onClose, returnFocusTo }}
    >
      {'count' in subject ? (
        <Text>{t('candidateReview.selectedCount', { count: subject.count })}</Text>
      ) : (
        <Text dir="auto" lang={subject.language} className={classes.about}>
          {subject.title}
        </Text>
      )}
      {step !== 'reject' && (
        <div>
          <Input.Label id={priorityId} labelElement="div" size="md" mb={4}>
            {t('candidates.priority')}
          </Input.Label>
          <SegmentedControl
            fullWidth
            size="md"
            aria-labelledby={priorityId}
            classNames={{ label: classes.priority }}
            value={String(priority)}
            onChange={(value) => setPriority(Number(value))}
            data={PRIORITIES.map((value) => ({ value: String(value), label: String(value) }))}
          />
          <Text size="sm" c="dimmed" mt={4} role="status">
            {t(`candidates.priority${priority}` as 'candidates.priority1')}
          </Text>
        </div>
      )}
      <Textarea
        label={t(NOTES_LABELS[step])}
        rows={3}
        dir="auto"
        maxLength={10_000}
        value={notes}
        onChange={({ currentTarget }) => setNotes(currentTarget.value)}
      />
      <AskBeforeClosing when={isChanged} />
    </ActionDialog>
  );
}
