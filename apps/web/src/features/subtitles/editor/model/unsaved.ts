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

export type RestoredFields = Draft & Partial<Pick<Segment, 'edited'>>;

/** Unsaved fields. `version` is the segment's version at the first change: the server refuses to save over a newer one. */
export type Unsaved = { fields: Draft; version: number };

/** Returns a segment's editable fields, as saved. */
export const editableFields = (segment: Segment): Required<Draft> => ({
  start_time: segment.start_time,
  end_time: segment.end_time,
  text_original: segment.text_original,
  text_target: segment.text_target,
  mismatch: segment.mismatch,
  label: segment.label,
  origin: segment.origin,
  approved: segment.approved,
});

/** Returns the saved fields that undo restores. */
export const restorableFields = (segment: Segment): Required<RestoredFields> => ({
  ...editableFields(segment),
  edited: segment.edited,
});

export type AllFields = RestoredFields & Partial<Pick<Segment, 'confidence'>>;

export const allFields = (segment: Segment): AllFields => ({
  ...restorableFields(segment),
  confidence: segment.confidence,
});

/** Returns the fields that differ from the saved ones; undefined if none do. */
export function findChangedFields(segment: Segment, fields: Draft): Draft | undefined {
  const entries = Object.entries(fields).filter(([field, value]) => segment[field as Field] !== value);
  const { origin, ...otherFields }: Draft = Object.fromEntries(entries);
  // An origin without its text is meaningless.
  if (origin !== undefined && otherFields.text_target !== undefined) return { ...otherFields, origin };
  return Object.keys(otherFields).length > 0 ? otherFields : undefined;
}

/** Returns the unsaved fields after a change; undefined if the segment is back at its saved state. */
export function changeUnsaved(
  segment: Segment,
  unsaved: Unsaved | undefined,
  fields: Draft,
): Unsaved | undefined {
  const { origin: _, ...typed } = unsaved?.fields ?? {};
  // A typed translation loses its origin: the server attributes it to the person.
  const before = fields.text_target === undefined ? unsaved?.fields : typed;
  const changed = findChangedFields(segment, { ...before, ...fields });
  return changed && { fields: changed, version: unsaved?.version ?? segment.version };
}

/** Returns the fields that still differ from the segment after a save, by this editor or by someone else. */
export function remainingUnsaved(segment: Segment, unsaved: Unsaved | undefined): Unsaved | undefined {
  const remaining = unsaved && findChangedFields(segment, unsaved.fields);
  return remaining && unsaved && { ...unsaved, fields: remaining };
}

/** Returns all editable fields of a row as edited. A typed text has no origin. */
export function visibleFields(segment: Segment, unsaved: Unsaved | undefined): Draft {
  const { origin, ...saved } = editableFields(segment);
  const unsavedFields = unsaved?.fields ?? {};
  return unsavedFields.text_target === undefined
    ? { ...saved, origin, ...unsavedFields }
    : { ...saved, ...unsavedFields };
}

/** Returns the segment with its unsaved fields; the same object if there are none. */
export const applyUnsaved = (segment: Segment, unsaved: Unsaved | undefined): Segment =>
  unsaved ? { ...segment, ...unsaved.fields } : segment;
