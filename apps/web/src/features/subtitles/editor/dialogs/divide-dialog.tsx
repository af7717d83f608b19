import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { AskBeforeClosing } from '../../../../ui/dialog/ask-before-closing.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../../ui/dialog/dialog-buttons.tsx';
import { Skeletons } from '../../../../ui/feedback/skeletons.tsx';
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

/** Proposes how to divide the long segments: for all of them, or for those that are chosen. */
export function DivideDialog({ editor, languages, onDivide, onClose }: Props) {
  const { t } = useTranslation();
  const [divisions, setDivisions] = useState<Division[] | null>(null);
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    let isThere = true;
    void editor.proposeDivisions().then((proposed) => isThere && setDivisions(proposed));
    return () => {
      isThere = false;
    };
  }, [editor]);
  const chosen = divisions?.filter(({ segment }) => !leftOut.has(segment.id)) ?? [];
  const toggle = (id: number) =>
    setLeftOut((last) =>
      last.has(id) ? new Set([...last].filter((other) => other !== id)) : new Set([...last, id]),
    );
  const isAll = chosen.length === divisions?.length;
  return (
    <Dialog size="xl" title={t('divide.title')} onClose={onClose}>
      <Stack gap="md">
        <Text c="dimmed">{t('divide.text')}</Text>
        {!divisions && <Skeletons heights={[72, 72, 72]} />}
        {divisions?.length === 0 && <Text>{t('divide.none')}</Text>}
        {divisions && divisions.length > 0 && (
          <>
            <Checkbox
              label={t('divide.all')}
              checked={isAll}
              indeterminate={!isAll && chosen.length > 0}
              onChange={() =>
                setLeftOut(isAll ? new Set(divisions.map(({ segment }) => segment.id)) : new Set())
              }
            />
            <VirtualList items={divisions} label={t('divide.title')} itemHeight={112} maxHeight="50vh">
              {({ segment, number, parts }) => (
                <div className={classes.item}>
                  <Checkbox
                    label={t('editor.position', { number })}
                    checked={!leftOut.has(segment.id)}
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
        <AskBeforeClosing when={leftOut.size > 0} />
        {divisions?.length === 0 ? (
          <Button variant="default" ml="auto" onClick={onClose}>
            {t('app.close')}
          </Button>
        ) : (
          <DialogButtons
            label={t('divide.apply', { count: chosen.length })}
            isDisabled={chosen.length === 0}
            onCancel={onClose}
            onConfirm={() => {
              onClose();
              onDivide(chosen);
            }}
          />
        )}
      </Stack>
    </Dialog>
  );
}
