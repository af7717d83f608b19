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

/** Returns a segment's editable fields, as saved. */
export const toFields = (segment: Segment): Required<Draft> => ({
  start_time: segment.start_time,
  end_time: segment.end_time,
  text_original: segment.text_original,
  text_target: segment.text_target,
  mismatch: segment.mismatch,
  label: segment.label,
  origin: segment.origin,
  approved: segment.approved,
});

/** Returns a segment's fields as saved, with the 'edited' mark, so that undo restores the whole row. */
export const toRestored = (segment: Segment): Required<Restored> => ({
  ...toFields(segment),
  edited: segment.edited,
});

/** Fields that restore a deleted segment. */
export type Whole = Restored & Partial<Pick<Segment, 'confidence'>>;

export const toWhole = (segment: Segment): Whole => ({
  ...toRestored(segment),
  confidence: segment.confidence,
});

/** Returns the fields that differ from the saved ones; undefined if none do. */
export function differing(segment: Segment, fields: Draft): Draft | undefined {
  const entries = Object.entries(fields).filter(([field, value]) => segment[field as Field] !== value);
  const { origin, ...left }: Draft = Object.fromEntries(entries);
  // An origin without its text is meaningless.
  if (origin !== undefined && left.text_target !== undefined) return { ...left, origin };
  return Object.keys(left).length > 0 ? left : undefined;
}

/** Returns the unsaved fields after a change; undefined if the segment is back at its saved state. */
export function written(segment: Segment, unsaved: Unsaved | undefined, fields: Draft): Unsaved | undefined {
  const { origin: _, ...typed } = unsaved?.fields ?? {};
  // Typing over a translation makes it a person's.
  const before = fields.text_target === undefined ? unsaved?.fields : typed;
  const left = differing(segment, { ...before, ...fields });
  return left && { fields: left, version: unsaved?.version ?? segment.version };
}

/** Returns the fields that are still unsaved after the segment changed, by this save or by someone else. */
export function stillUnsaved(segment: Segment, unsaved: Unsaved | undefined): Unsaved | undefined {
  const left = unsaved && differing(segment, unsaved.fields);
  return left && unsaved && { ...unsaved, fields: left };
}

/** Returns all fields that a row shows, as a change to any other state of it. A typed text has no origin. */
export function shownFields(segment: Segment, unsaved: Unsaved | undefined): Draft {
  const { origin, ...saved } = toFields(segment);
  const written = unsaved?.fields ?? {};
  return written.text_target === undefined ? { ...saved, origin, ...written } : { ...saved, ...written };
}

/** Returns the segment as edited: the same object if nothing is unsaved. */
export const overlaid = (segment: Segment, unsaved: Unsaved | undefined): Segment =>
  unsaved ? { ...segment, ...unsaved.fields } : segment;
