import type { subtitles } from '@sayback/contract';
import { useTranslation } from '../../../../locales/translation.ts';
import type { EditorCommands } from '../commands.ts';
import type { RowFinder } from '../find-replace/use-find-replace.ts';
import type { Editor } from '../model/editor.ts';
import type { Languages } from '../model/split.ts';
import type { Warnings } from '../model/warnings.ts';
import { useEditorState } from '../use-editor.ts';
import classes from './editor-table.module.css';
import { SegmentRow } from './segment-row.tsx';
import type { Selection } from './use-selection.ts';

type Props = {
  editor: Editor;
  warnings: Warnings;
  commands: EditorCommands;
  /** Where the rows of the page stand in the alignment, from 0 on. */
  places: readonly number[];
  languages: Languages;
  usualRatio: number;
  currentId: number | null;
  foundId: number | null;
  selection: Selection;
  finder: RowFinder | null;
  collaborators: readonly subtitles.Editor[];
  translations: ReadonlyMap<number, subtitles.Translation>;
};

/** The segments of a page. */
export function EditorTable({
  editor,
  places,
  currentId,
  foundId,
  selection,
  collaborators,
  translations,
  ...rest
}: Props) {
  const { t } = useTranslation();
  // Which row stands where changes with the order alone.
  useEditorState(editor, ({ order }) => order);
  const { segments } = editor.getState();
  return (
    <table className={classes.table} data-selecting={selection.ids.length > 0 || undefined}>
      <thead>
        <tr>
          <th scope="col">{t('editor.columnMetadata')}</th>
          <th scope="col">{t('editor.columnOriginal')}</th>
          <th scope="col">{t('editor.columnTarget')}</th>
          <th scope="col">{t('editor.columnActions')}</th>
        </tr>
      </thead>
      <tbody>
        {places.map((place) => {
          const id = segments[place]?.id;
          if (id === undefined) return null;
          return (
            <SegmentRow
              key={id}
              {...rest}
              editor={editor}
              id={id}
              number={place + 1}
              isCurrent={id === currentId}
              isFound={id === foundId}
              isSelected={selection.has(id)}
              onSelect={selection.select}
              writer={collaborators.find(({ segment_id }) => segment_id === id)?.username}
              translation={translations.get(id)}
            />
          );
        })}
      </tbody>
    </table>
  );
}
