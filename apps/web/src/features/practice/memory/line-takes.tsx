import { Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { listTakes } from '../../../device-storage/take-store.ts';
import { useTranslation } from '../../../locales/translation.ts';

type PlayableTake = { recordedAt: string; url: string };

/** Plays a line's recordings on this device, newest first; empty without any. `line` is their key. */
export function LineTakes({ account, line }: { account: string; line: string }) {
  const { t, i18n } = useTranslation();
  const [takes, setTakes] = useState<PlayableTake[]>([]);
  useEffect(() => {
    let playable: PlayableTake[] = [];
    let isUnmounted = false;
    void listTakes(account).then((stored) => {
      if (isUnmounted) return;
      playable = stored
        .filter((take) => take.line === line)
        .map(({ recordedAt, sound }) => ({ recordedAt, url: URL.createObjectURL(sound) }));
      setTakes(playable);
    });
    return () => {
      isUnmounted = true;
      for (const { url } of playable) URL.revokeObjectURL(url);
    };
  }, [account, line]);
  if (takes.length === 0) return null;
  const timeFormat = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section>
      <Title order={3} size="h5">
        {t('turn.takes')}
      </Title>
      {takes.map(({ recordedAt, url }) => (
        <figure key={recordedAt} style={{ margin: '0.5rem 0' }}>
          <figcaption>{timeFormat.format(new Date(recordedAt))}</figcaption>
          {/* biome-ignore lint/a11y/useMediaCaption: the line's text is above. */}
          <audio controls src={url} aria-label={timeFormat.format(new Date(recordedAt))} />
        </figure>
      ))}
    </section>
  );
}
