import { FRAMES_A_SECOND, pausesOf, pitchRange, type SpeechFrames, syllableNuclei } from '@sayback/speech';
import { useMemo } from 'react';
import { useTranslation } from '../../../locales/translation.ts';

/** Returns the seconds from the start of the first speech to the end of the last. */
const spokenLength = ({ speech }: SpeechFrames): number =>
  (speech.lastIndexOf(1) + 1 - Math.max(0, speech.indexOf(1))) / FRAMES_A_SECOND;

/** Returns formatters for a voice's measurements. They are stable until the language changes. */
export function useTakeFacts() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => {
    const tenths = (value: number) =>
      value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    const seconds = (value: number) => t('turn.figure.length', { seconds: tenths(value) });
    return {
      seconds,
      lengthOf: (frames: SpeechFrames) => seconds(spokenLength(frames)),
      factsOf(frames: SpeechFrames) {
        const length = spokenLength(frames);
        // A take may have no speech: a tone ends a turn too.
        const rate = length > 0 ? syllableNuclei(frames).length / length : 0;
        return [
          seconds(length),
          t('turn.figure.pauses', { count: pausesOf(frames.speech).length }),
          t('turn.figure.pace', { rate: tenths(rate) }),
          t('turn.figure.range', { semitones: Math.round(pitchRange(frames.pitch)) }),
        ].join(', ');
      },
    };
  }, [t, language]);
}
