import {
  FRAMES_PER_SECOND,
  findPauses,
  findSyllableNuclei,
  pitchRange,
  type SpeechFrames,
} from '@sayback/speech';
import { useMemo } from 'react';
import { useTranslation } from '../../../locales/translation.ts';

/** Returns the seconds from the start of the first word to the end of the last. */
const measureSpokenSeconds = ({ speech }: SpeechFrames): number =>
  (speech.lastIndexOf(1) + 1 - Math.max(0, speech.indexOf(1))) / FRAMES_PER_SECOND;

/** Returns functions that format a voice's measurements; the same ones until the language changes. */
export function useTakeDescription() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => {
    const formatTenths = (value: number) =>
      value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    const formatSeconds = (value: number) => t('turn.figure.length', { seconds: formatTenths(value) });
    return {
      formatSeconds,
      formatLength: (frames: SpeechFrames) => formatSeconds(measureSpokenSeconds(frames)),
      describe(frames: SpeechFrames) {
        const seconds = measureSpokenSeconds(frames);
        // A take can lack speech: a tone also ends a turn.
        const rate = seconds > 0 ? findSyllableNuclei(frames).length / seconds : 0;
        return [
          formatSeconds(seconds),
          t('turn.figure.pauses', { count: findPauses(frames.speech).length }),
          t('turn.figure.pace', { rate: formatTenths(rate) }),
          t('turn.figure.range', { semitones: Math.round(pitchRange(frames.pitch)) }),
        ].join(', ');
      },
    };
  }, [t, language]);
}
