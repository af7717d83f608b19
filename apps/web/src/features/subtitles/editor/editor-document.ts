import type { subtitles, videos } from '@sayback/contract';
import { createContext, use } from 'react';
import type { Editor } from './model/editor.ts';
import type { Languages } from './model/split.ts';
import type { Warnings } from './model/warnings.ts';

/** The alignment that is edited, with its editor and its video. It stays the same while rows change. */
export type EditorDocument = {
  alignment: subtitles.Alignment;
  languages: Languages;
  /** Null where the video could not be read. */
  video: videos.Video | null;
  account: string;
  editor: Editor;
  warnings: Warnings;
  /** The median of ln(target length / original length) in the file as it was read. */
  usualRatio: number;
};

export const EditorDocumentContext = createContext<EditorDocument | null>(null);

/** Returns the document of the editor around it. Throws where there is none. */
export function useEditorDocument(): EditorDocument {
  const document = use(EditorDocumentContext);
  if (!document) throw new Error('no editor is open');
  return document;
}
