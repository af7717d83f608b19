import { useTranslation } from '../../../../locales/translation.ts';
import type { SegmentWarning } from '../model/warnings.ts';

const inSeconds = (ms: number) => ms / 1000;
const roundedUp = (value: number) => Math.ceil(value * 10) / 10;

export function useWarningText(): (segmentWarning: SegmentWarning) => string {
  const { t } = useTranslation();
  return ({ warning }) => {
    switch (warning.kind) {
      case 'too-fast':
        return t('editorWarnings.tooFast', { value: roundedUp(warning.value), limit: warning.limit });
      case 'too-short':
        return t('editorWarnings.tooShort', { value: inSeconds(warning.value) });
      case 'too-long':
        return t('editorWarnings.tooLong', {
          // Not rounded: at the limit, it would look as if it were within.
          value: Math.max(Math.round(warning.value / 100) / 10, roundedUp(inSeconds(warning.limit + 1))),
          limit: inSeconds(warning.limit),
        });
      case 'overlap':
        return t('editorWarnings.overlap', { value: inSeconds(warning.value) });
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
