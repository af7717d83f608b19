import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/Switch.css';
import { Checkbox, Drawer, SegmentedControl, Select, Stack, Switch, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { PlayerSettings } from '@sayback/contract';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { useReturnFocus } from '../../../ui/focus/use-return-focus.ts';
import { RecordingSection } from '../recording/recording-section.tsx';
import { MAX_SPEED, MIN_SPEED } from './menus/speed.ts';
import classes from './player-settings-drawer.module.css';
import { Choice, LabelledSlider } from './setting-controls.tsx';

type Change = (changes: Partial<PlayerSettings>) => void;
type Props = {
  opened: boolean;
  onClose: () => void;
  account: string;
  /** Called before a microphone test. */
  onMicrophone: () => void;
  /** Moves the focus to the microphone test. */
  shouldTestMicrophone: boolean;
  settings: PlayerSettings;
  onChange: Change;
};

/** The player's settings. Each change applies at once and is saved on the server. */
export function PlayerSettingsDrawer(props: Props) {
  const { opened, onClose, account, onMicrophone, shouldTestMicrophone, settings, onChange } = props;
  const { t } = useTranslation();
  useReturnFocus(undefined, opened);
  const isPhone = useMediaQuery('(max-width: 30em)', false, { getInitialValueInEffect: false });
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      // Mantine would look for the opener too late, when the drawer can have the focus already.
      returnFocus={false}
      {...(isPhone ? { position: 'bottom', size: '75%' } : { position: 'right' })}
      overlayProps={{ backgroundOpacity: 0 }}
      classNames={{ content: classes.drawer }}
      title={t('practice.settings')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <Stack gap="xl" pb="xl">
        <Section title={t('playerSettings.listening')}>
          <Listening settings={settings} onChange={onChange} />
          <Lines settings={settings} onChange={onChange} />
        </Section>
        <Section title={t('playerSettings.speaking')}>
          {!settings.listen_through && <Turns settings={settings} onChange={onChange} />}
          <RecordingSection account={account} onOpen={onMicrophone} shouldFocusTest={shouldTestMicrophone} />
        </Section>
        <Section title={t('playerSettings.text')}>
          <Texts settings={settings} onChange={onChange} />
        </Section>
        <Switch
          label={t('app.keys')}
          checked={settings.keys}
          onChange={({ currentTarget }) => onChange({ keys: currentTarget.checked })}
        />
        <details>
          <summary className={classes.fold}>
            <Title order={3} size="1.0625rem">
              {t('playerSettings.timing')}
            </Title>
          </summary>
          <Stack gap="lg" pt="md">
            <Timing settings={settings} onChange={onChange} />
          </Stack>
        </details>
      </Stack>
    </Drawer>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Stack component="section" gap="lg" aria-labelledby={id}>
      <Title order={3} size="1.0625rem" id={id}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}

type PartProps = { settings: PlayerSettings; onChange: Change };

function Listening({ settings, onChange }: PartProps) {
  const { t, i18n } = useTranslation();
  const format = (value: number) => value.toLocaleString(i18n.language);
  return (
    <>
      <LabelledSlider
        label={t('playerSettings.speed')}
        value={settings.speed}
        range={[MIN_SPEED, MAX_SPEED, 0.05]}
        format={(value) => `${format(value)}×`}
        onChange={(speed) => onChange({ speed })}
      />
      <LabelledSlider
        label={t('playerOptions.linePause')}
        value={settings.line_pause}
        range={[0, 5000, 500]}
        format={(ms) => t('playerOptions.seconds', { value: format(ms / 1000) })}
        onChange={(line_pause) => onChange({ line_pause })}
      />
      <Switch
        label={t('playerOptions.listenThrough')}
        checked={settings.listen_through}
        onChange={({ currentTarget }) => onChange({ listen_through: currentTarget.checked })}
      />
      {!settings.listen_through && <Repeats settings={settings} onChange={onChange} />}
    </>
  );
}

const LADDERS = [[], [0.75], [0.5, 0.75]];

function Repeats({ settings, onChange }: PartProps) {
  const { t, i18n } = useTranslation();
  const format = (value: number) => value.toLocaleString(i18n.language);
  const repeats = Array.from({ length: 10 }, (_, index) => ({
    value: String(index + 1),
    label: t('playerOptions.times', { count: index + 1 }),
  }));
  const currentLadder = String(settings.speed_ladder);
  const ladders = LADDERS.some((ladder) => String(ladder) === currentLadder)
    ? LADDERS
    : [...LADDERS, settings.speed_ladder];
  const formatSpeeds = (list: readonly number[]) => list.map((speed) => `${format(speed)}×`).join(', ');
  return (
    <>
      <Select
        label={t('playerOptions.repeats')}
        data={[...repeats, { value: '0', label: t('playerOptions.repeatsEndless') }]}
        value={String(settings.repeats)}
        allowDeselect={false}
        onChange={(value) => onChange({ repeats: Number(value) })}
      />
      <Select
        label={t('playerOptions.ladder')}
        data={ladders.map((ladder) => ({
          value: String(ladder),
          label:
            ladder.length === 0
              ? t('playerOptions.ladderOff')
              : t('playerOptions.ladderThen', {
                  first: formatSpeeds(ladder),
                  last: formatSpeeds([settings.speed]),
                }),
        }))}
        value={currentLadder}
        allowDeselect={false}
        onChange={(value) => {
          const speed_ladder = value ? value.split(',').map(Number) : [];
          const isTooShort = settings.repeats !== 0 && settings.repeats <= speed_ladder.length;
          onChange({ speed_ladder, ...(isTooShort && { repeats: speed_ladder.length + 1 }) });
        }}
      />
    </>
  );
}

function Turns({ settings, onChange }: PartProps) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <Choice label={t('playerOptions.turn')}>
        <SegmentedControl
          fullWidth
          data={[
            { value: 'wait', label: t('playerOptions.turnWait') },
            { value: 'auto', label: t('playerOptions.turnAuto') },
          ]}
          value={settings.turn}
          onChange={(turn) => onChange({ turn: turn as PlayerSettings['turn'] })}
        />
      </Choice>
      {settings.turn === 'auto' && (
        <LabelledSlider
          label={t('playerOptions.turnLength')}
          value={settings.turn_length}
          range={[0.5, 3, 0.25]}
          format={(value) =>
            t('playerOptions.turnLengthValue', { factor: value.toLocaleString(i18n.language) })
          }
          onChange={(turn_length) => onChange({ turn_length })}
        />
      )}
    </>
  );
}

function Lines({ settings, onChange }: PartProps) {
  const { t } = useTranslation();
  return (
    <>
      <Switch
        label={t('playerOptions.joinSentences')}
        description={t('playerOptions.joinSentencesHint')}
        checked={settings.join_sentences}
        onChange={({ currentTarget }) => onChange({ join_sentences: currentTarget.checked })}
      />
      <Switch
        label={t('playerOptions.divideLong')}
        description={t('playerOptions.divideLongHint')}
        checked={settings.divide_long}
        onChange={({ currentTarget }) => onChange({ divide_long: currentTarget.checked })}
      />
    </>
  );
}

function Texts({ settings, onChange }: PartProps) {
  const { t } = useTranslation();
  const choices = (['show', 'blur', 'hide'] as const).map((value) => ({
    value,
    label: t(`playerOptions.${value}`),
  }));
  return (
    <>
      {(['original', 'translation'] as const).map((text) => (
        <Choice key={text} label={t(`playerOptions.${text}`)}>
          <SegmentedControl
            fullWidth
            data={choices}
            value={settings[text]}
            onChange={(value) => onChange({ [text]: value })}
          />
          {settings[text] !== 'show' && (
            <Checkbox
              mt="xs"
              label={t('playerOptions.untilTurn')}
              checked={settings[`${text}_until_turn`]}
              onChange={({ currentTarget }) => onChange({ [`${text}_until_turn`]: currentTarget.checked })}
            />
          )}
        </Choice>
      ))}
      <Choice label={t('playerOptions.panels')}>
        <SegmentedControl
          fullWidth
          data={[
            { value: 'below', label: t('playerOptions.panelsBelow') },
            { value: 'over', label: t('playerOptions.panelsOver') },
          ]}
          value={settings.panels}
          onChange={(panels) => onChange({ panels: panels as PlayerSettings['panels'] })}
        />
      </Choice>
    </>
  );
}

function Timing({ settings, onChange }: PartProps) {
  const { t, i18n } = useTranslation();
  const format = (ms: number) =>
    t('playerOptions.seconds', { value: (ms / 1000).toLocaleString(i18n.language) });
  return (
    <>
      {(['padding_before', 'padding_after'] as const).map((side) => (
        <LabelledSlider
          key={side}
          label={t(side === 'padding_before' ? 'playerOptions.paddingBefore' : 'playerOptions.paddingAfter')}
          value={settings[side]}
          range={[-500, 1000, 50]}
          format={format}
          onChange={(value) => onChange({ [side]: value })}
        />
      ))}
      <Checkbox
        label={t('playerOptions.paddingOverlaps')}
        checked={settings.padding_overlaps}
        onChange={({ currentTarget }) => onChange({ padding_overlaps: currentTarget.checked })}
      />
      <LabelledSlider
        label={t('playerOptions.soundDelay')}
        hint={t('playerOptions.soundDelayHint')}
        value={settings.sound_delay}
        range={[0, 1000, 10]}
        format={(ms) => t('playerOptions.milliseconds', { value: ms.toLocaleString(i18n.language) })}
        onChange={(sound_delay) => onChange({ sound_delay })}
      />
    </>
  );
}
