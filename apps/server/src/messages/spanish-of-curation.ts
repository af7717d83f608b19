/** What the server says to administrators, in Spanish; as in `spanish.ts`. What jobs leave written stays in English. */
export const SPANISH_OF_CURATION: Record<string, string> = {
  // Videos.
  'This video plays from its media file; it takes no YouTube ID.':
    'Este video se reproduce desde su archivo; no admite un ID de YouTube.',
  'This video plays from YouTube; it takes no media file.':
    'Este video se reproduce desde YouTube; no admite un archivo.',
  'Subtitles of this video are aligned with its original language. Delete the aligned subtitles first.':
    'Hay subtítulos de este video alineados con su idioma original. Elimina primero los subtítulos alineados.',
  'The media file must be an MP4, WebM, M4A or MP3.': 'El archivo tiene que ser MP4, WebM, M4A o MP3.',
  'The media file must be an MP4, WebM, M4A or MP3. This one is {}.':
    'El archivo tiene que ser MP4, WebM, M4A o MP3. Este es {}.',
  'The thumbnail must be a JPEG, PNG or WebP picture.':
    'La miniatura tiene que ser una imagen JPEG, PNG o WebP.',
  'The thumbnail must be a JPEG, PNG or WebP picture. This one is {}.':
    'La miniatura tiene que ser una imagen JPEG, PNG o WebP. Esta es {}.',
  'The thumbnail is larger than 5 MiB.': 'La miniatura ocupa más de 5 MiB.',
  'The file was not kept, and the video is as it was before.':
    'El archivo no se ha guardado, y el video está como antes.',
  'The peaks are being made.': 'La forma de onda se está calculando.',

  // Subtitles and alignments.
  'This file is empty.': 'Este archivo está vacío.',
  'No subtitle could be read from this file: it holds no line with a start and an end time.':
    'No se ha podido leer ningún subtítulo de este archivo: no tiene ninguna línea con un comienzo y un fin.',
  'The original cannot be aligned with itself.': 'El original no se puede alinear consigo mismo.',
  'The video has no subtitle in its original language yet. Upload that one first.':
    'El video aún no tiene subtítulo en su idioma original. Sube primero ese.',
  'The language of the video was changed meanwhile.': 'Entretanto se ha cambiado el idioma del video.',
  'There is no such segment in this alignment.': 'Ese segmento no existe en esta alineación.',
  'The subtitle is not aligned any more.': 'El subtítulo ya no está alineado.',
  'The alignment has {} segments; this is past its end.':
    'La alineación tiene {} segmentos; esto está más allá de su final.',
  'Give both times, or neither.': 'Indica los dos tiempos, o ninguno.',
  'A position is written as HH:MM:SS.mmm, or as a number of seconds.':
    'Una posición se escribe HH:MM:SS.mmm, o como número de segundos.',
  'A segment starts before it ends.': 'Un segmento comienza antes de terminar.',
  'A segment ends after it starts.': 'Un segmento termina después de comenzar.',
  'Somebody else has changed this segment since you read it.':
    'Otra persona ha cambiado este segmento desde que lo leíste.',
  'The file has no row below its header.': 'El archivo no tiene ninguna fila debajo del encabezado.',

  // Files, revisions, regexes, downloads.
  'There is no such file.': 'Ese archivo no existe.',
  'This file is protected. Take the protection off first.':
    'Este archivo está protegido. Quítale primero la protección.',
  'One of its stored files is protected. Take that protection off first.':
    'Uno de sus archivos guardados está protegido. Quítale primero la protección.',
  'There is no such revision.': 'Esa revisión no existe.',
  'The revision has no segment {}.': 'La revisión no tiene el segmento {}.',
  'This revision was applied last, so it cannot be deleted.':
    'Esta revisión es la última que se aplicó, así que no se puede eliminar.',
  'This revision holds no line that could be applied.':
    'Esta revisión no tiene ninguna línea que se pueda aplicar.',
  'This revision is of one language alone; it comes as SubRip, WebVTT or CSV.':
    'Esta revisión es de un solo idioma; se descarga como SubRip, WebVTT o CSV.',
  'The video has another subtitle in this language by now. Delete that one first; it can be brought back, too.':
    'Entretanto el video tiene otro subtítulo en este idioma. Elimina primero ese; también se puede recuperar.',
  'Another language is spoken in the video by now, so that its segments would not fit.':
    'Entretanto en el video se habla otro idioma, así que sus segmentos no encajarían.',
  'There is no such pattern.': 'Ese patrón no existe.',
  'This pattern takes too long here. Make it simpler, or its repetitions shorter.':
    'Este patrón tarda demasiado aquí. Simplifícalo o acorta sus repeticiones.',
  'This deck is being made already.': 'Este mazo ya se está creando.',
  'There is no segment with both texts, so the deck would be empty.':
    'No hay ningún segmento con los dos textos, así que el mazo estaría vacío.',
  'This file was kept for a day. Make it again.': 'Este archivo se guardó durante un día. Vuelve a crearlo.',

  // Translation.
  'No translation service is set up. Set TRANSLATION_PROVIDER to libretranslate, deepl or apertium, with TRANSLATION_URL or TRANSLATION_API_KEY as it needs, and start the server again.':
    'No hay ningún servicio de traducción configurado. Pon TRANSLATION_PROVIDER a libretranslate, deepl o apertium, con TRANSLATION_URL o TRANSLATION_API_KEY según haga falta, y vuelve a iniciar el servidor.',
  'There is no such term.': 'Ese término no existe.',
  'This alignment is being translated already. Wait until that has ended, or stop it.':
    'Esta alineación ya se está traduciendo. Espera a que termine o detenlo.',
  'This segment has no original text: there is nothing to translate.':
    'Este segmento no tiene texto original: no hay nada que traducir.',

  // Candidates and jobs.
  'There is no such candidate.': 'Ese candidato no existe.',
  'The candidate has no such downloaded subtitle.': 'El candidato no tiene ese subtítulo descargado.',
  'This subtitle was changed meanwhile. Load it again.':
    'Entretanto se ha cambiado este subtítulo. Vuelve a cargarlo.',
  'This subtitle is SRT already.': 'Este subtítulo ya es SRT.',
  'This subtitle was cleaned already.': 'Este subtítulo ya se limpió.',
  'It names a change that the preview does not have.': 'Nombra un cambio que la vista previa no tiene.',
  'Nothing would be left of this subtitle.': 'No quedaría nada de este subtítulo.',
  'The language of “{}” is not one that is known here.': 'El idioma de «{}» no se conoce aquí.',
  'The candidate has no downloaded subtitle “{}”.': 'El candidato no tiene el subtítulo descargado «{}».',
  'There is a video with this YouTube ID already.': 'Ya hay un video con este ID de YouTube.',
  'Only an approved candidate can be published. Approve it first.':
    'Solo se puede publicar un candidato aprobado. Apruébalo primero.',
  'Priority and notes are edited while a candidate is approved.':
    'La prioridad y las notas se editan mientras el candidato está aprobado.',
  'A candidate that is {} cannot be made {}.': 'Un candidato en estado {} no puede pasar a {}.',
  'This search is under way already.': 'Esta búsqueda ya está en marcha.',
  'There is no such saved search.': 'Esa búsqueda guardada no existe.',
  'This video does not play from YouTube.': 'Este video no se reproduce desde YouTube.',
  'Choose one subtitle of each language.': 'Elige un subtítulo de cada idioma.',
  'This candidate is being scanned already.': 'Ya se están buscando los subtítulos de este candidato.',
  'There is no such job.': 'Esa tarea no existe.',
};
