import { Text } from '@mantine/core';
import { useTranslation } from '../../../../locales/translation.ts';
import { useEditorDocument } from '../editor-document.ts';
import { useSession } from '../editor-session.ts';
import { Timeline } from './timeline.tsx';
import { VideoPanel } from './video-panel.tsx';

/** The video next to the table, with the timeline below. */
export function EditorVideo() {
  const { t } = useTranslation();
  const { video } = useEditorDocument();
  const { sideVideo } = useSession();
  if (!video)
    return (
      <Text c="var(--error)" role="alert">
        {t('editor.videoFailed')}
      </Text>
    );
  return (
    <>
      <VideoPanel video={video} />
      {sideVideo.isOpen && sideVideo.isTimelineShown && <Timeline video={video} />}
    </>
  );
}
