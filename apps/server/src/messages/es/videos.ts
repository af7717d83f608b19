import type { videos as english } from '../en/videos.ts';
import type { Translation } from '../message.ts';

export const videos: Translation<typeof english> = {
  videos: {
    playsFromFile: 'Este video se reproduce desde su archivo; no admite un ID de YouTube.',
    playsFromYouTube: 'Este video se reproduce desde YouTube; no admite un archivo.',
    hasAlignedSubtitles:
      'Hay subtítulos de este video alineados con su idioma original. Elimina primero los subtítulos alineados.',
    wrongMediaType: 'El archivo tiene que ser MP4, WebM, M4A o MP3.',
    wrongMediaTypeFound: 'El archivo tiene que ser MP4, WebM, M4A o MP3. Este es {{type}}.',
    wrongThumbnailType: 'La miniatura tiene que ser una imagen JPEG, PNG o WebP.',
    wrongThumbnailTypeFound: 'La miniatura tiene que ser una imagen JPEG, PNG o WebP. Esta es {{type}}.',
    thumbnailTooLarge: 'La miniatura ocupa más de 5 MiB.',
    peaksInProgress: 'La forma de onda se está calculando.',
    notFound: 'Ese video no existe.',
    fileNotKept: '{{reason}} El archivo no se ha guardado, y el video está como antes.',
  },
  practice: {
    otherVideo: 'No es una alineación de este video.',
    noSegment: 'El video no tiene ningún segmento con este número.',
  },
};
