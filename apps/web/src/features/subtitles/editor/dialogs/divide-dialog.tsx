import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox, Group, Loader, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { AskBeforeClosing } from '../../../../ui/dialog/ask-before-closing.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../../ui/dialog/dialog-buttons.tsx';
import { VirtualList } from '../../../../ui/virtual-list.tsx';
import type { Division } from '../model/divide.ts';
import type { Editor } from '../model/editor.ts';
import type { Languages } from '../model/split.ts';
import classes from './divide-dialog.module.css';

type Props = {
  editor: Editor;
  languages: Languages;
  onDivide: (divisions: readonly Division[]) => void;
  onClose: () => void;
};

/** Proposes divisions of the long segments. Certain ones are selected; doubtful ones come last. */
export function DivideDialog({ editor, languages, onDivide, onClose }: Props) {
  const { t } = useTranslation();
  const [divisions, setDivisions] = useState<Division[] | null>(null);
  const [excludedIds, setExcludedIds] = useState<ReadonlySet<number>>(new Set());
  const [isEdited, setIsEdited] = useState(false);
  useEffect(() => {
    let isMounted = true;
    void editor.proposeDivisions().then((proposed) => {
      if (!isMounted) return;
      setDivisions(proposed);
      setExcludedIds(new Set(proposed.flatMap(({ segment, isSure }) => (isSure ? [] : [segment.id]))));
    });
    return () => {
      isMounted = false;
    };
  }, [editor]);
  const selectedDivisions = divisions?.filter(({ segment }) => !excludedIds.has(segment.id)) ?? [];
  const exclude = (ids: ReadonlySet<number>) => {
    setIsEdited(true);
    setExcludedIds(ids);
  };
  const toggle = (id: number) =>
    exclude(
      excludedIds.has(id)
        ? new Set([...excludedIds].filter((excludedId) => excludedId !== id))
        : new Set([...excludedIds, id]),
    );
  const isAllSelected = selectedDivisions.length === divisions?.length;
  return (
    <Dialog size="xl" title={t('divide.title')} onClose={onClose}>
      <Stack gap="md">
        <Text c="dimmed">{t('divide.text')}</Text>
        {!divisions && (
          <Group gap="sm" role="status">
            <Loader size="sm" />
            {t('divide.searching')}
          </Group>
        )}
        {divisions?.length === 0 && <Text>{t('divide.none')}</Text>}
        {divisions && divisions.length > 0 && (
          <>
            <Checkbox
              label={t('divide.all')}
              checked={isAllSelected}
              indeterminate={!isAllSelected && selectedDivisions.length > 0}
              onChange={() =>
                exclude(isAllSelected ? new Set(divisions.map(({ segment }) => segment.id)) : new Set())
              }
            />
            <VirtualList items={divisions} label={t('divide.title')} itemHeight={112} maxHeight="50vh">
              {({ segment, number, parts, isSure }) => (
                <div className={classes.item}>
                  <Checkbox
                    label={t('editor.position', { number })}
                    description={!isSure && t('divide.doubtful')}
                    checked={!excludedIds.has(segment.id)}
                    onChange={() => toggle(segment.id)}
                  />
                  <ol className={classes.parts}>
                    {parts.map((part) => (
                      <li key={part.start_time} className={classes.part}>
                        <span className={classes.times} dir="ltr">
                          {part.start_time} – {part.end_time}
                        </span>
                        <span dir="auto" lang={languages.original}>
                          {part.text_original}
                        </span>
                        <span dir="auto" lang={languages.target}>
                          {part.text_target}
                        </span>
                      </li>
                    ))}
                  </ol>
                </div>
              )}
            </VirtualList>
          </>
        )}
        <AskBeforeClosing when={isEdited} />
        {!divisions?.length ? (
          <Button variant="default" ml="auto" onClick={onClose}>
            {t(divisions ? 'app.close' : 'app.cancel')}
          </Button>
        ) : (
          <DialogButtons
            label={t('divide.apply', { count: selectedDivisions.length })}
            isDisabled={selectedDivisions.length === 0}
            onCancel={onClose}
            onConfirm={() => {
              onClose();
              onDivide(selectedDivisions);
            }}
          />
        )}
      </Stack>
    </Dialog>
  );
}
