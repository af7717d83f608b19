import type { subtitles, videos } from '@sayback/contract';
import { createContext, use } from 'react';
import type { Editor } from './model/editor.ts';
import type { Languages } from './model/split.ts';
import type { Warnings } from './model/warnings.ts';

/** The open alignment with its editor and its video. It stays the same object while rows change. */
export type EditorDocument = {
  alignment: subtitles.Alignment;
  languages: Languages;
  /** Null if the video could not be loaded. */
  video: videos.Video | null;
  account: string;
  editor: Editor;
  warnings: Warnings;
  /** Median of ln(target length / original length) in the loaded file. */
  medianRatio: number;
};

export const EditorDocumentContext = createContext<EditorDocument | null>(null);

/** Returns the document of the surrounding editor. Throws without one. */
export function useEditorDocument(): EditorDocument {
  const document = use(EditorDocumentContext);
  if (!document) throw new Error('no editor is open');
  return document;
}
