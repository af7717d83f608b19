import '@mantine/core/styles/Switch.css';
import { Button, Flex, Switch } from '@mantine/core';
import { formatPosition } from '@sayback/contract';
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPlayerStop,
} from '@tabler/icons-react';
import { useTranslation } from '../../../../locales/translation.ts';
import type { ClipPlayer } from '../../../../media/clip-player.ts';
import type { Media } from '../../../../media/media.ts';
import { MediaFailureAlert } from '../../../../media/media-failure-alert.tsx';
import { MediaPicture } from '../../../../media/media-picture.tsx';
import { usePlayback } from '../../../../media/use-clip-player.ts';
import { ToolButton } from '../../../../ui/commands/tool-button.tsx';
import type { SyncCommands } from '../commands.ts';
import type { SyncEditor } from '../model/sync-editor.ts';
import { useSyncState } from '../use-sync-editor.ts';
import classes from './player-panel.module.css';

type Props = {
  editor: SyncEditor;
  youtubeId: string;
  attach: (media: Media) => () => void;
  player: ClipPlayer | null;
  currentId: number;
  commands: SyncCommands;
  follows: boolean;
  onFollow: (follows: boolean) => void;
};

/** YouTube's URLs don't expire. */
const renewUrl = async () => '';

export function PlayerPanel(props: Props) {
  const { editor, youtubeId, attach, player, currentId, commands, follows, onFollow } = props;
  const { t } = useTranslation();
  const isPlaying = usePlayback(player, (playback) => playback.isPlaying);
  const failure = usePlayback(player, (playback) => playback.failure);
  const count = useSyncState(editor, ({ cueDocument }) => cueDocument.ids.length);
  const number = useSyncState(editor, () => editor.segmentNumber(currentId));
  const control = (name: string, Icon: typeof IconPlayerStop, onClick: () => void, isEnabled = true) => (
    <ToolButton {...{ name, Icon, isEnabled, onClick }} iconClassName={classes.icon} />
  );
  return (
    <section className={classes.panel} aria-label={t('editorVideo.title')}>
      <div className={classes.picture}>
        <MediaPicture
          video={{ youtube_id: youtubeId, media_url: null, media_type: null, thumbnail_url: null }}
          attach={attach}
          renewUrl={renewUrl}
        />
      </div>
      <MediaFailureAlert failure={failure} />
      <Seeker player={player} />
      <Flex wrap="wrap" gap="0.5rem">
        {control(t('practice.previous'), IconPlayerSkipBack, () => commands.run('previous'), number > 1)}
        {control(
          t(isPlaying ? 'syncPlayer.pause' : 'syncPlayer.play'),
          isPlaying ? IconPlayerPause : IconPlayerPlay,
          () => commands.run('playPause'),
        )}
        {control(t('app.stop'), IconPlayerStop, () => player?.stop())}
        {control(t('practice.next'), IconPlayerSkipForward, () => commands.run('next'), number < count)}
        <Button
          variant="light"
          className={classes.current}
          onClick={() => commands.run('playCurrent', currentId)}
        >
          {t('syncPlayer.playCurrent')}
        </Button>
      </Flex>
      <Flex wrap="wrap" gap="0.25rem 1rem" align="center" justify="space-between">
        <span className={classes.count}>{t('syncPlayer.count', { number, count })}</span>
        <Switch
          className={classes.follow}
          label={t('syncPlayer.follow')}
          checked={follows}
          onChange={({ currentTarget }) => onFollow(currentTarget.checked)}
        />
      </Flex>
    </section>
  );
}

/** Position slider of the video: the only part that renders at every time update. */
function Seeker({ player }: { player: ClipPlayer | null }) {
  const { t } = useTranslation();
  const position = usePlayback(player, (playback) => Math.round(playback.position));
  const duration = usePlayback(player, (playback) => playback.duration);
  return (
    <Flex gap="0.75rem" align="center" dir="ltr">
      <output className={classes.time} data-testid="position" aria-live="off">
        {formatPosition(position)}
      </output>
      <input
        type="range"
        className={classes.range}
        aria-label={t('practice.seek')}
        aria-valuetext={formatPosition(position)}
        min={0}
        max={Math.max(duration, 1)}
        step={100}
        value={position}
        onChange={({ currentTarget }) => player?.seek(Number(currentTarget.value))}
      />
    </Flex>
  );
}
