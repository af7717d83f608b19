import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { Button, Select, Stack, Switch, Text } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { StoredTakes } from '../../../device-storage/stored-takes.tsx';
import { useTranslation } from '../../../locales/translation.ts';
import { listMicrophones, MicrophoneError, type MicrophoneProblem, openRecording } from './recorder.ts';
import classes from './recording-section.module.css';
import { type AfterTurn, changeRecordingSettings, useRecordingSettings } from './recording-settings.ts';

/** Label of each auto-advance mode, as a key in `recording`. */
const AFTER_LABELS = {
  wait: 'afterWait',
  mine: 'afterMine',
  'original-and-mine': 'afterBoth',
  'go-on': 'afterGoOn',
} as const;
const CHECK_MS = 5000;
const QUIETEST_DB = -60;
/** Level below which the microphone counts as muted, dBFS. */
const SILENT_DB = -70;

type Check = 'idle' | 'recording' | 'playing' | 'silent';

type Props = {
  account: string;
  /** Called before the microphone opens, to stop all playback and recording. */
  onOpen: () => void;
  /** Moves the focus to the microphone test when the dialog opens. */
  shouldFocusTest: boolean;
};

/** Settings for recording on this device: on or off, the microphone, and the auto-advance mode after a recording. */
export function RecordingSection({ account, onOpen, shouldFocusTest }: Props) {
  const { t } = useTranslation();
  const settings = useRecordingSettings(account);
  const change = (changes: Partial<typeof settings>) => changeRecordingSettings(account, changes);
  const [problem, setProblem] = useState<MicrophoneProblem | null>(null);
  const [check, setCheck] = useState<Check>('idle');
  const [microphones, setMicrophones] = useState<{ id: string; name: string }[]>([]);
  const meter = useRef<HTMLDivElement>(null);
  const maxLevel = useRef(0);
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);
  const testButton = useRef<HTMLButtonElement>(null);
  // The dialog focuses the button without scrolling to it.
  useEffect(() => {
    if (shouldFocusTest) testButton.current?.scrollIntoView({ block: 'center' });
  }, [shouldFocusTest]);

  useEffect(() => {
    if (!settings.isOn) return;
    const list = () => void listMicrophones().then(setMicrophones, () => setMicrophones([]));
    list();
    navigator.mediaDevices?.addEventListener('devicechange', list);
    return () => navigator.mediaDevices?.removeEventListener('devicechange', list);
  }, [settings.isOn]);

  /** Records for `ms` milliseconds; null if the microphone can't be opened. */
  async function record(ms: number): Promise<Blob | null> {
    controller.current.abort();
    onOpen();
    controller.current = new AbortController();
    const { signal } = controller.current;
    setProblem(null);
    maxLevel.current = Number.NEGATIVE_INFINITY;
    try {
      const listeners = {
        onBlock: (block: Float32Array) => {
          maxLevel.current = Math.max(maxLevel.current, showLevel(meter.current, block));
        },
        onLost: () => {
          setProblem('unplugged');
          controller.current.abort();
        },
      };
      const recording = await openRecording(settings.deviceId, listeners, signal);
      await new Promise((resolve) => {
        setTimeout(resolve, ms);
        signal.addEventListener('abort', resolve);
      });
      return await recording.close();
    } catch (error) {
      if (!signal.aborted) setProblem(error instanceof MicrophoneError ? error.problem : 'unsupported');
      return null;
    }
  }

  async function switchOn() {
    if ((await record(0)) !== null) change({ isOn: true, shownProblems: [] });
  }

  async function test() {
    setCheck('recording');
    const sound = await record(CHECK_MS);
    if (!sound || controller.current.signal.aborted) return setCheck('idle');
    if (maxLevel.current < SILENT_DB) return setCheck('silent');
    setCheck('playing');
    const { playSound } = await import('./take-sound.ts');
    await playSound(sound, { rate: 1, volume: 1 }, controller.current.signal);
    setCheck('idle');
  }

  const isChecking = check === 'recording' || check === 'playing';
  return (
    <Stack gap="md" component="section" aria-label={t('recording.title')}>
      <Switch
        label={t('recording.isOn')}
        description={t('recording.isOnHint')}
        checked={settings.isOn}
        onChange={({ currentTarget }) => (currentTarget.checked ? void switchOn() : change({ isOn: false }))}
      />
      {problem && (
        <Text size="sm" c="var(--error)" role="alert">
          {t(`turn.trouble.${problem}`)}
        </Text>
      )}
      {settings.isOn && (
        <>
          <Select
            label={t('recording.after')}
            data={Object.entries(AFTER_LABELS).map(([value, key]) => ({
              value,
              label: t(`recording.${key}`),
            }))}
            value={settings.after}
            allowDeselect={false}
            onChange={(value) => change({ after: value as AfterTurn })}
          />
          {microphones.length > 1 && (
            <Select
              label={t('recording.device')}
              data={[
                { value: '', label: t('recording.deviceDefault') },
                ...microphones.map(({ id, name }) => ({ value: id, label: name || id })),
              ]}
              value={settings.deviceId ?? ''}
              allowDeselect={false}
              onChange={(value) => change({ deviceId: value || null })}
            />
          )}
          <div className={classes.check}>
            <Button
              variant="default"
              leftSection={<IconMicrophone size={18} aria-hidden />}
              disabled={isChecking}
              ref={testButton}
              data-autofocus={shouldFocusTest || undefined}
              onClick={test}
            >
              {t(
                isChecking
                  ? check === 'recording'
                    ? 'recording.checking'
                    : 'recording.checkPlaying'
                  : 'recording.check',
              )}
            </Button>
            <div ref={meter} className={classes.meter} role="img" aria-label={t('recording.level')} />
          </div>
          {check === 'silent' && (
            <Text size="sm" role="alert">
              {t('recording.checkSilent')}
            </Text>
          )}
          <StoredTakes account={account} />
        </>
      )}
    </Stack>
  );
}

/** Shows the level of a block, and returns it in dBFS. */
function showLevel(meter: HTMLElement | null, block: Float32Array): number {
  const power = block.reduce((sum, sample) => sum + sample * sample, 0) / block.length;
  const level = 10 * Math.log10(power + 1e-10);
  meter?.style.setProperty('--level', String(Math.max(0, 1 - level / QUIETEST_DB)));
  return level;
}
