import { useTranslation } from '../../../../locales/translation.ts';
import type { SegmentWarning } from '../model/warnings.ts';

const toSeconds = (ms: number) => ms / 1000;
const roundUp = (value: number) => Math.ceil(value * 10) / 10;

export function useWarningText(): (segmentWarning: SegmentWarning) => string {
  const { t } = useTranslation();
  return ({ warning }) => {
    switch (warning.kind) {
      case 'too-fast':
        return t('editorWarnings.tooFast', { value: roundUp(warning.value), limit: warning.limit });
      case 'too-short':
        return t('editorWarnings.tooShort', { value: toSeconds(warning.value) });
      case 'too-long':
        return t('editorWarnings.tooLong', {
          // Never rounded down to the limit: the value must look too long.
          value: Math.max(Math.round(warning.value / 100) / 10, roundUp(toSeconds(warning.limit + 1))),
          limit: toSeconds(warning.limit),
        });
      case 'overlap':
        return t('editorWarnings.overlap', { value: toSeconds(warning.value) });
      case 'empty':
        return t('editorWarnings.empty');
      case 'too-many-lines':
        return t('editorWarnings.tooManyLines', { value: warning.value, limit: warning.limit });
      case 'long-line':
        return t('editorWarnings.longLine', {
          line: warning.line,
          value: warning.value,
          limit: warning.limit,
        });
      case 'same-text':
        return t('editorWarnings.sameText');
    }
  };
}
