import '@mantine/core/styles/Menu.css';
import { Button, Menu } from '@mantine/core';
import type { practice } from '@sayback/contract';
import { IconTargetArrow } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { preferencesQuery, useChangePreferences } from '../../../api/preferences.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import classes from './goal-menu.module.css';

const GOALS = [15, 30, 60, 90, 150, 300];
const NONE = 'null';

/** Sets the weekly goal in minutes, none by default, and shows the week's progress. */
export function GoalMenu({ today }: { today: practice.Today }) {
  const { t } = useTranslation();
  const { data: preferences } = useQuery(preferencesQuery);
  const change = useChangePreferences({
    onQueued: () => toast.note(t('app.willSaveLater')),
    onRefused: () => toast.failure(t('today.goalNotSaved')),
  });
  const goal = preferences ? preferences.review.goal_minutes : today.goal_minutes;
  const practised = today.days.reduce((sum, { minutes }) => sum + minutes, 0);
  const choose = (goal_minutes: number | null) => change({ review: { goal_minutes } });
  return (
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <Button
          className={classes.goal}
          classNames={{ label: classes.label }}
          variant="subtle"
          size="compact-md"
          disabled={!preferences}
          leftSection={<IconTargetArrow size={20} aria-hidden />}
        >
          {goal === null
            ? t('today.setGoal')
            : t(practised >= goal ? 'today.goalReached' : 'today.goalProgress', { minutes: practised, goal })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('today.goal')}</Menu.Label>
        <Menu.RadioGroup
          value={String(goal)}
          onChange={(value) => choose(value === NONE ? null : Number(value))}
        >
          {GOALS.map((minutes) => (
            <Menu.RadioItem key={minutes} value={String(minutes)} closeMenuOnClick>
              {t('today.minutesAWeek', { count: minutes })}
            </Menu.RadioItem>
          ))}
          <Menu.RadioItem value={NONE} closeMenuOnClick>
            {t('today.noGoal')}
          </Menu.RadioItem>
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
