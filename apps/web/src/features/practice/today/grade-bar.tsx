import { Box } from '@mantine/core';
import { practice } from '@sayback/contract';
import { useTranslation } from '../../../locales/translation.ts';
import { formatInterval } from './format-interval.ts';
import classes from './grade-bar.module.css';

type Props = {
  /** Days until the line is due again, by grade; absent if the server hasn't sent them. */
  intervals?: practice.QueuedLine['intervals'];
  onGrade: (grade: practice.Grade) => void;
};

/** Three buttons to grade a line that was said, each with its interval. The keys 1 to 3 also press them. */
export function GradeBar({ intervals, onGrade }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.bar} data-testid="grades">
      <Box component="legend" mb="0.35rem" p={0} fw={600}>
        {t('today.gradeQuestion')}
      </Box>
      {practice.GRADES.map((grade, index) => (
        <button key={grade} type="button" className={classes.grade} onClick={() => onGrade(grade)}>
          <span className={classes.name}>
            <kbd aria-hidden>{index + 1}</kbd> {t(`today.grade.${grade}`)}
          </span>
          {intervals && (
            <Box component="span" c="var(--mantine-color-gray-7)" fz="0.85rem">
              {formatInterval(intervals[grade], t)}
            </Box>
          )}
        </button>
      ))}
    </fieldset>
  );
}
