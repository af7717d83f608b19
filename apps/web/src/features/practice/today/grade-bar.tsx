import { practice } from '@sayback/contract';
import { useTranslation } from '../../../locales/translation.ts';
import classes from './grade-bar.module.css';
import { intervalInWords } from './interval.ts';

type Props = {
  /** Days until the line is due again, by grade; absent if the server hasn't sent them. */
  intervals?: practice.QueuedLine['intervals'];
  onGrade: (grade: practice.Grade) => void;
};

/** Three buttons to grade a line that was said, each with its interval. Keys 1 to 3 press them too. */
export function GradeBar({ intervals, onGrade }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.bar} data-testid="grades">
      <legend className={classes.legend}>{t('today.gradeQuestion')}</legend>
      {practice.GRADES.map((grade, at) => (
        <button key={grade} type="button" className={classes.grade} onClick={() => onGrade(grade)}>
          <span className={classes.name}>
            <kbd aria-hidden>{at + 1}</kbd> {t(`today.grade.${grade}`)}
          </span>
          {intervals && <span className={classes.when}>{intervalInWords(intervals[grade], t)}</span>}
        </button>
      ))}
    </fieldset>
  );
}
