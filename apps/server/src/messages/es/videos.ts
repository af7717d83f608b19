import type { videos as english } from '../en/videos.ts';
import type { Translation } from '../message.ts';

export const videos: Translation<typeof english> = {
  videos: {
    playsFromFile: 'Este video se reproduce desde su archivo, así que no puede tener un ID de YouTube.',
    playsFromYouTube: 'Este video se reproduce desde YouTube, así que no puede tener un archivo.',
    hasAlignedSubtitles:
      'Este video tiene subtítulos alineados con su idioma original. Elimina primero los subtítulos alineados.',
    needsFfmpeg:
      'Este servidor no puede convertir archivos {{format}}, porque no tiene ffmpeg. Elige un archivo MP4, WebM, M4A o MP3.',
    unplayableMedia:
      'Este archivo no se puede reproducir: está dañado o quedó cortado por el camino. Sube otra vez el archivo entero.',
    unreadableSound: 'No se pudo leer el sonido de este archivo.',
    youTubeIdTaken: 'Ya hay un video con este ID de YouTube.',
    youTubeIdInTrash: 'Hay un video con este ID de YouTube en la papelera. Restáuralo allí.',
    nothingToSay:
      'Los estudiantes no podrán practicarlo hasta que haya una traducción alineada. Alinea una antes de publicar el video.',
    wrongMediaType: 'Elige un archivo MP4, WebM, M4A, MP3, WAV, OGG o FLAC.',
    wrongMediaTypeFound: 'Elige un archivo MP4, WebM, M4A, MP3, WAV, OGG o FLAC. Este es {{type}}.',
    wrongThumbnailType: 'Elige una imagen JPEG, PNG o WebP.',
    wrongThumbnailTypeFound: 'Elige una imagen JPEG, PNG o WebP. Esta es {{type}}.',
    thumbnailTooLarge: 'La miniatura ocupa más de 5 MiB.',
    mediaJobRunning: 'El servidor ya está trabajando en ello.',
    speechStretch: 'El tramo debe terminar después de empezar y durar dos minutos como mucho.',
    noReplacedMedia: 'Este archivo multimedia ya no está en la papelera.',
    notFound: 'Ese video no existe.',
    noUpload: 'Esta subida ya no se conoce. Elige otra vez el archivo.',
    noPart: 'El archivo no tiene esa parte.',
    partsMissing: 'Faltan partes del archivo. Elígelo otra vez.',
    fileNotKept: '{{reason}} El archivo no se ha guardado, y el video no ha cambiado.',
  },
  practice: {
    otherVideo: 'Esta alineación es de otro video.',
    noSegment: 'Este video no tiene ninguna línea con este número.',
    noReview: 'No tienes ese repaso.',
    busyCards: 'Otros dispositivos están cambiando las mismas tarjetas. Inténtalo de nuevo en un momento.',
    noSuchLine: 'Este video no tiene esa línea.',
    nothingKept: 'Todavía no tienes líneas con tarjeta ni marcas.',
    deckInProgress: 'Ya se está creando un archivo. Vuelve a intentarlo cuando termine.',
  },
};
