import { REGEX_ERRORS_ES } from '@sayback/subtitles';
import type { problems as english } from '../en/problems.ts';
import type { Translation } from '../message.ts';

export const problems: Translation<typeof english> = {
  problems: {
    tooLong: 'Este subtítulo tiene {{length}} caracteres, demasiados para uno solo: {{text}}',
    swapped: 'Este subtítulo termina antes de comenzar; se intercambiaron los dos tiempos: {{text}}',
    endsBeforeStart: 'Este subtítulo termina antes de comenzar; se omitió: {{text}}',
    unreadableTimes: 'No se pudieron leer estos tiempos, así que se omitió el subtítulo: {{text}}',
    unreadableTimesBecause:
      'No se pudieron leer estos tiempos, así que se omitió el subtítulo: {{text}}. {{reason}}',
    negativeTime: 'Un tiempo menor que cero se tomó como 00:00:00,000.',
    noText: 'Este subtítulo no tiene texto y se omitió.',
    noLineWithTimes: 'No se encontró ninguna línea con tiempos, como 00:00:01,000 --> 00:00:02,500.',
    strayText: 'Este texto está antes de la primera línea con tiempos y se omitió: {{text}}',
    noSignature: 'Un archivo WebVTT comienza con la palabra WEBVTT en una línea propia; este no.',
    noCueWithTimes: 'El archivo no contiene subtítulos: no hay ninguna línea con tiempos.',
    noTimesAbove: 'No hay tiempos encima de este texto, así que se omitió: {{text}}',
    formatWithoutTimes: 'Este Format no nombra Start, End y Text; se usó el habitual.',
    noDialogue: 'El archivo no contiene subtítulos: no hay ninguna línea Dialogue con texto.',
    noEvents: 'Esto no es un archivo json3 de YouTube: no tiene una lista de eventos.',
    unusableEvent: 'El evento {{event}} no tiene un tiempo utilizable y se omitió.',
    noEventWithText: 'El archivo no contiene subtítulos: ningún evento tiene texto.',
    assumedFrameRate:
      'El archivo cuenta en fotogramas y no dice cuántos hay por segundo; Sayback supuso 23.976. Si las líneas se desfasan, corrige sus tiempos.',
    noTimedText: 'El archivo no contiene subtítulos: no hay ningún párrafo con tiempos y texto.',
    tooDeep: 'Hay más de {{count}} elementos unos dentro de otros; se omitió lo que sigue.',
    tooMuch:
      'Desde aquí se omitió el archivo: se leen como máximo {{cues}} subtítulos y {{lines}} líneas, y de textos que se repiten {{times}} veces la longitud del archivo.',
    tooMuchText: 'Este archivo contiene demasiado texto, o signos que ningún texto tiene.',
    transcript:
      'Este texto no tiene tiempos, así que no se puede situar en el video. Pon un tiempo delante de cada línea (como 0:05), o deja que YouTube Studio los ponga y sube el archivo .srt que te dé.',
    foreignFormat:
      'El formato de este archivo, {{format}}, no se puede leer. Conviértelo antes a SubRip (.srt), por ejemplo con Subtitle Edit.',
    foreignArchive:
      'Un archivo comprimido {{format}} no se puede leer. Descomprímelo, o comprímelo como zip.',
    manyInArchive:
      'Este archivo comprimido contiene {{count}} archivos de subtítulos. Súbelos de uno en uno: {{names}}',
    noneInArchive: 'Este archivo comprimido no contiene ningún archivo de subtítulos.',
    archiveTooLarge: 'El contenido de este archivo comprimido es demasiado grande.',
    brokenArchive: 'Este archivo comprimido está dañado.',
    more: 'Hay {{count}} problemas más a partir de aquí.',
  },
  timeReasons: {
    noTimestamp: 'No hay ningún tiempo.',
    notADigit: 'El tiempo tiene que comenzar con una cifra.',
    noUnitSeparator: 'Faltan los dos puntos (:) entre las partes del tiempo.',
    notTwoDigits: 'Tienen que ser exactamente dos cifras.',
    noSeconds: 'Faltan los segundos, o los minutos son más de 59.',
    noDecimalSeparator: 'Falta el punto (.) decimal.',
    notThreeDigits: 'Los milisegundos tienen que tener tres cifras.',
    tooManyMinutes: 'No puede haber más de 59 minutos.',
    tooManySeconds: 'No puede haber más de 59 segundos.',
    noArrow: 'Falta la flecha (-->) entre los dos tiempos.',
    tooManyHours: 'Las horas son más de 9999.',
  },
  regexErrors: REGEX_ERRORS_ES,
};
