import { Button } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import { Link } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useAlignSubtitle } from '../queries.ts';

type Props = {
  subtitle: subtitles.Subtitle;
  /** False if there is nothing to align with. */
  canAlign: boolean;
};

/** Buttons for a translation's next step: align, realign, or edit it. */
export function NextStep({ subtitle, canAlign }: Props) {
  const { alignment_id, needs_realign } = subtitle;
  const editLink = useRef<HTMLAnchorElement>(null);
  const wasAligned = useRef(alignment_id !== null);
  useEffect(() => {
    const isAligned = alignment_id !== null;
    // The pressed button was replaced by the link: move the focus there.
    if (isAligned && !wasAligned.current && document.activeElement === document.body)
      editLink.current?.focus();
    wasAligned.current = isAligned;
  }, [alignment_id]);
  if (alignment_id === null) return <AlignButton subtitle={subtitle} canAlign={canAlign} />;
  return (
    <>
      {needs_realign && <RealignButton subtitle={subtitle} canAlign={canAlign} />}
      <EditLink alignmentId={alignment_id} link={editLink} />
    </>
  );
}

function AlignButton({ subtitle, canAlign }: Props) {
  const { t } = useTranslation();
  const { mutate: align, isPending } = useAlignSubtitle(subtitle.id);
  return (
    <Button loading={isPending} disabled={!canAlign} onClick={() => align()}>
      {t('videoDetail.start')}
    </Button>
  );
}

/** Asks first: realigning changes the list that learners practise with. */
function RealignButton({ subtitle, canAlign }: Props) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const { mutate: align, isPending } = useAlignSubtitle(subtitle.id);
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button variant="default" disabled={!canAlign} onClick={() => setAsking(true)}>
        {t('videoDetail.realign')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('subtitleCard.realignTitle', { language: languageName(subtitle.language) })}
          text={t('subtitleCard.realignText')}
          confirmLabel={t('videoDetail.realign')}
          isPending={isPending}
          onClose={close}
          onConfirm={() => align(undefined, { onSettled: close })}
        />
      )}
    </>
  );
}

type EditProps = { alignmentId: number; link: RefObject<HTMLAnchorElement | null> };

function EditLink({ alignmentId, link }: EditProps) {
  const { t } = useTranslation();
  return (
    <Button
      renderRoot={(props) => (
        <Link {...props} ref={link} to="/subtitles/$alignmentId/edit" params={{ alignmentId }} />
      )}
    >
      {t('subtitleCard.edit')}
    </Button>
  );
}
