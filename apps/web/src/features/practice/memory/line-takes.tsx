import { Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { listTakes } from '../../../device-storage/take-store.ts';
import { useTranslation } from '../../../locales/translation.ts';

type Shown = { recordedAt: string; address: string };

/** A line's recordings on this device, newest first; renders nothing without any. `line` is their key. */
export function LineTakes({ account, line }: { account: string; line: string }) {
  const { t, i18n } = useTranslation();
  const [takes, setTakes] = useState<Shown[]>([]);
  useEffect(() => {
    let shown: Shown[] = [];
    let isLeft = false;
    void listTakes(account).then((stored) => {
      if (isLeft) return;
      shown = stored
        .filter((take) => take.line === line)
        .map(({ recordedAt, sound }) => ({ recordedAt, address: URL.createObjectURL(sound) }));
      setTakes(shown);
    });
    return () => {
      isLeft = true;
      for (const { address } of shown) URL.revokeObjectURL(address);
    };
  }, [account, line]);
  if (takes.length === 0) return null;
  const moment = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section>
      <Title order={3} size="h5">
        {t('turn.takes')}
      </Title>
      {takes.map(({ recordedAt, address }) => (
        <figure key={recordedAt} style={{ margin: '0.5rem 0' }}>
          <figcaption>{moment.format(new Date(recordedAt))}</figcaption>
          {/* biome-ignore lint/a11y/useMediaCaption: the learner's own voice; the line is above. */}
          <audio controls src={address} aria-label={moment.format(new Date(recordedAt))} />
        </figure>
      ))}
    </section>
  );
}
