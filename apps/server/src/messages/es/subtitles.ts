import type { subtitles as english } from '../en/subtitles.ts';
import type { Translation } from '../message.ts';

export const subtitles: Translation<typeof english> = {
  subtitles: {
    emptyFile: 'Este archivo está vacío.',
    noTimes: 'No se pudo leer ningún subtítulo de este archivo: ninguna línea tiene un comienzo y un fin.',
    originalWithItself: 'No puedes alinear el original consigo mismo.',
    noOriginal: 'El video aún no tiene subtítulo en su idioma original. Sube primero ese.',
    languageChanged: 'Alguien ha cambiado entretanto el idioma del video.',
    noSegmentInAlignment: 'Ese segmento no existe en esta alineación.',
    notAligned: 'El subtítulo ya no está alineado.',
    pastTheEnd: 'La alineación solo tiene {{count}} segmentos.',
    bothTimes: 'Indica los dos tiempos, o ninguno.',
    position: 'Escribe la posición como HH:MM:SS.mmm o como número de segundos.',
    startBeforeEnd: 'El comienzo tiene que ir antes del fin.',
    endAfterStart: 'El fin tiene que ir después del comienzo.',
    cuesChanged: 'Otra persona cambió este subtítulo entretanto. Ábrelo de nuevo.',
    segmentChanged: 'Otra persona ha cambiado este segmento desde que lo abriste.',
    languageTaken:
      'Este video tiene ahora otro subtítulo en este idioma. Elimina primero ese: lo puedes recuperar después.',
    isTranslation:
      'Estos subtítulos están alineados como traducción, así que no pueden estar en el idioma que se habla.',
    otherOriginalLanguage:
      'El idioma original del video ha cambiado, así que estos segmentos ya no encajarían.',
    noAlignment: 'Esa alineación no existe.',
    noSegment: 'Ese segmento no existe.',
    notFound: 'Ese subtítulo no existe.',
    unreadable: 'No se pudo leer ningún subtítulo de este archivo. Línea {{line}}: {{problem}}',
  },
  files: {
    notFound: 'Ese archivo no existe.',
    protected: 'Este archivo está protegido. Quítale primero la protección.',
    oneIsProtected: 'Uno de sus archivos guardados está protegido. Quítale primero la protección.',
  },
  revisions: {
    notFound: 'Esa revisión no existe.',
    noSegment: 'La revisión no tiene el segmento {{index}}.',
    lastApplied: 'No puedes eliminar la última revisión aplicada.',
    noLine: 'Esta revisión no tiene ninguna línea que aplicar.',
    oneLanguage: 'Esta revisión solo tiene un idioma. Descárgala como SubRip, WebVTT o CSV.',
  },
  regex: {
    noPattern: 'Ese patrón no existe.',
    tooSlow: 'Este patrón tarda demasiado. Simplifícalo o acorta sus repeticiones.',
  },
  downloads: {
    deckInProgress: 'Este mazo ya se está creando.',
    emptyDeck: 'Ningún segmento tiene los dos textos, así que el mazo estaría vacío.',
    expired: 'Este archivo ha caducado. Vuelve a crearlo.',
  },
  table: {
    noRow: 'El archivo no tiene filas debajo del encabezado.',
    row: 'Fila {{row}}: {{problem}}',
    times: '{{problem}} Dice {{start}} – {{end}}.',
    malformed: 'Línea {{line}}: el CSV no es válido. Revisa las comillas.',
    missingColumns: 'La primera fila tiene que nombrar las columnas. Faltan: {{columns}}.',
    tooManyRows: 'El archivo tiene más de {{limit}} filas.',
    index: 'index tiene que ser un número entero desde 1, o quedar vacío para un segmento nuevo.',
    duplicate: 'index {{index}} ya está en la fila {{row}}.',
    mismatch: 'mismatch tiene que ser 1 o 0.',
    tooLong: '{{column}} tiene más de {{limit}} caracteres.',
    storable: '{{column}} contiene un carácter que no se puede guardar.',
  },
  reports: {
    tooMany:
      'Tienes {{count}} avisos abiertos en este video. Espera a que alguien los revise, o retira alguno.',
  },
  cuts: {
    noSpeech:
      'No hay sonido al que ajustar los cortes: el video se reproduce desde YouTube, no tiene archivo, o este servidor no tiene ffmpeg.',
    inProgress: 'Los cortes ya se están ajustando.',
  },
  soundTimes: {
    noSound:
      'No hay sonido por el que guiarse: el video se reproduce desde YouTube, no tiene archivo, o este servidor no tiene ffmpeg.',
    inProgress: 'El servidor ya está escuchando para buscar estos tiempos.',
  },
  translation: {
    notSetUp:
      'No hay ningún servicio de traducción configurado. Pon TRANSLATION_PROVIDER a libretranslate, deepl o apertium, con TRANSLATION_URL o TRANSLATION_API_KEY según haga falta, y vuelve a iniciar el servidor.',
    noTerm: 'Ese término no existe.',
    inProgress: 'Esta alineación ya se está traduciendo. Espera a que termine o detenlo.',
    noOriginalText: 'Este segmento no tiene texto original que traducir.',
    alignmentGone: 'La alineación se ha eliminado, o su video está en la papelera.',
    unreachable: 'No se pudo conectar con {{service}}. Comprueba que está en marcha, y TRANSLATION_URL.',
    timeout: '{{service}} ha tardado más de {{seconds}} segundos. Inténtalo de nuevo en un momento.',
    faulty: '{{service}} ha fallado ({{said}}). Inténtalo más tarde o mira su registro.',
    refused: '{{service}} ha rechazado la clave. Comprueba TRANSLATION_API_KEY.',
    quota: 'La cuota de {{service}} está agotada. Espera a que se renueve o amplíala en el servicio.',
    busy: 'Demasiadas peticiones a {{service}}. Inténtalo de nuevo en un momento.',
    busyFor: 'Demasiadas peticiones a {{service}}. Inténtalo de nuevo dentro de {{seconds}} segundos.',
    unsupported:
      '{{service}} no traduce de este idioma ({{source}}) al otro ({{target}}). Traduce a mano o configura un servicio que lo haga.',
    rejected: '{{service}} no ha aceptado este texto: {{said}}',
  },
};
