import type { subtitles } from '@sayback/contract';

export type Segment = subtitles.Segment;

/** Fields that an editor changes in a segment. */
export type Draft = Partial<
  Pick<
    Segment,
    'start_time' | 'end_time' | 'text_original' | 'text_target' | 'mismatch' | 'label' | 'origin' | 'approved'
  >
>;
export type Field = keyof Draft;

/** Fields that undo restores. */
export type Restored = Draft & Partial<Pick<Segment, 'edited'>>;

/** Unsaved fields. `version` is the segment's at the first change, which the save is checked against. */
export type Unsaved = { fields: Draft; version: number };

/** All that can be changed of a segment, as it is saved. */
export const fieldsOf = (segment: Segment): Required<Draft> => ({
  start_time: segment.start_time,
  end_time: segment.end_time,
  text_original: segment.text_original,
  text_target: segment.text_target,
  mismatch: segment.mismatch,
  label: segment.label,
  origin: segment.origin,
  approved: segment.approved,
});

/** A segment as it is saved, with the mark that it was edited: undoing puts the whole row back. */
export const restoredOf = (segment: Segment): Required<Restored> => ({
  ...fieldsOf(segment),
  edited: segment.edited,
});

/** Fields that restore a deleted segment. */
export type Whole = Restored & Partial<Pick<Segment, 'confidence'>>;

export const wholeOf = (segment: Segment): Whole => ({
  ...restoredOf(segment),
  confidence: segment.confidence,
});

/** The part of some fields that differs from what is saved; undefined when nothing does. */
export function differing(segment: Segment, fields: Draft): Draft | undefined {
  const entries = Object.entries(fields).filter(([field, value]) => segment[field as Field] !== value);
  const { origin, ...left }: Draft = Object.fromEntries(entries);
  // An origin without its text is meaningless.
  if (origin !== undefined && left.text_target !== undefined) return { ...left, origin };
  return Object.keys(left).length > 0 ? left : undefined;
}

/** Returns the unsaved fields after a change; undefined if the segment is as saved again. */
export function written(segment: Segment, unsaved: Unsaved | undefined, fields: Draft): Unsaved | undefined {
  const { origin: _, ...typed } = unsaved?.fields ?? {};
  // A translation that is typed over is a person's.
  const before = fields.text_target === undefined ? unsaved?.fields : typed;
  const left = differing(segment, { ...before, ...fields });
  return left && { fields: left, version: unsaved?.version ?? segment.version };
}

/** Returns the fields that are still unsaved after the segment changed, by this save or by someone else. */
export function stillUnsaved(segment: Segment, unsaved: Unsaved | undefined): Unsaved | undefined {
  const left = unsaved && differing(segment, unsaved.fields);
  return left && unsaved && { ...unsaved, fields: left };
}

/** All that a row shows, as it would have to be written over any other state of it. A text that was typed has no origin. */
export function shownFields(segment: Segment, unsaved: Unsaved | undefined): Draft {
  const { origin, ...saved } = fieldsOf(segment);
  const written = unsaved?.fields ?? {};
  return written.text_target === undefined ? { ...saved, origin, ...written } : { ...saved, ...written };
}

/** The segment as it is written now. Without anything unsaved it is the same object. */
export const overlaid = (segment: Segment, unsaved: Unsaved | undefined): Segment =>
  unsaved ? { ...segment, ...unsaved.fields } : segment;
