import type { candidates as english } from '../en/candidates.ts';
import type { Translation } from '../message.ts';

export const candidates: Translation<typeof english> = {
  candidates: {
    notFound: 'Ese candidato no existe.',
    noVersion: 'El candidato no tiene ese subtítulo descargado.',
    versionChanged: 'Alguien ha cambiado entretanto este subtítulo. Vuelve a cargarlo.',
    alreadySrt: 'Este subtítulo ya es SRT.',
    alreadyCleaned: 'Este subtítulo ya está limpio.',
    unknownChange: 'La vista previa no tiene ese cambio.',
    nothingLeft: 'No quedaría nada de este subtítulo.',
    unknownLanguage: 'No conocemos el idioma de «{{version}}».',
    noVersionNamed: 'El candidato no tiene el subtítulo descargado «{{version}}».',
    notApproved: 'Solo puedes publicar un candidato aprobado. Apruébalo primero.',
    editedWhileApproved: 'Solo puedes editar la prioridad y las notas mientras el candidato está aprobado.',
    wrongMove: 'No puedes cambiar un candidato de {{from}} a {{to}}.',
    searchInProgress: 'Esta búsqueda ya está en marcha.',
    noSavedSearch: 'Esa búsqueda guardada no existe.',
    notFromYouTube: 'Este video no se reproduce desde YouTube.',
    oneOfEachLanguage: 'Elige un subtítulo de cada idioma.',
    scanInProgress: 'Ya se están buscando los subtítulos de este candidato.',
    noneSelected: 'No hay candidatos seleccionados',
    noLanguage: 'Selecciona al menos un idioma',
    languageChosenAlready: '«{{version}}» está en un idioma que ya elegiste. Elige uno de cada.',
    notSrt: 'Esto no es SRT. Línea {{line}}: {{problem}}',
    notTheBeginning: 'Esto no es el comienzo de un texto SRT.',
    noTimes: 'Ninguna línea tiene un comienzo y un fin.',
    notOnYouTube:
      'YouTube no tiene el subtítulo «{{language}}» para este video. Vuelve a buscar para ver cuáles hay.',
    workLost: 'El servidor se detuvo antes de terminar este trabajo. Vuelve a iniciarlo.',
    found: 'Candidatos nuevos encontrados: {{count}}.',
    keptForPeople:
      'Las búsquedas automáticas de hoy están agotadas: la mitad de la cuota se reserva para las búsquedas a mano. Lo intentaremos de nuevo mañana.',
  },
  candidateStatus: {
    pending: 'pendiente',
    approved: 'aprobado',
    rejected: 'rechazado',
    processed: 'procesado',
  },
  captions: {
    'not-found': 'YouTube no tiene este video. Rechaza el candidato o busca otra copia.',
    private: 'Este video es privado o solo para miembros. Elige otro.',
    'age-restricted':
      'YouTube muestra este video solo a adultos que han iniciado sesión. Pon en YOUTUBE_COOKIES_FILE las cookies de una cuenta así o elige otro video.',
    'region-blocked':
      'Este video está bloqueado en el país de este servidor. Pon en YOUTUBE_PROXY_URL un proxy de otro lugar o elige otro video.',
    'bot-blocked':
      'YouTube cree que este servidor es un robot y rechaza sus peticiones. Configura YOUTUBE_COOKIES_FILE o YOUTUBE_PROXY_URL, o inténtalo más tarde.',
    'rate-limited': 'YouTube recibe demasiadas peticiones desde aquí. Inténtalo más tarde.',
    'no-captions': 'YouTube no tiene subtítulos para este video. Sube un archivo de subtítulos.',
    'track-gone': 'YouTube ya no tiene este subtítulo. Vuelve a buscar para ver cuáles hay.',
    'po-token-required':
      'YouTube pide para este subtítulo una prueba que esta fuente no puede dar. Añade otra fuente a YOUTUBE_CAPTION_SOURCES o sube el archivo.',
    'empty-body': 'YouTube ha enviado un subtítulo vacío. Inténtalo más tarde o sube el archivo.',
    'bad-payload':
      'YouTube ha enviado algo que no es un subtítulo. Inténtalo de nuevo. Si se repite, configura YOUTUBE_COOKIES_FILE o sube el archivo.',
    'too-large': 'La respuesta de YouTube es demasiado grande para un subtítulo. Sube el archivo.',
    'time-out': 'YouTube no ha respondido a tiempo. Inténtalo de nuevo o aumenta YOUTUBE_TIMEOUT_MS.',
    'upstream-changed':
      'YouTube ha cambiado su forma de responder. Actualiza Sayback y yt-dlp, o sube el archivo.',
    'answer-failed': 'YouTube ha fallado mientras respondía. Inténtalo de nuevo dentro de unos minutos.',
    unreachable:
      'No se pudo conectar con YouTube. Comprueba la conexión de este servidor y YOUTUBE_PROXY_URL.',
    'not-installed': 'No se ha encontrado el programa yt-dlp. Instálalo o indica en YT_DLP_PATH dónde está.',
    badCookiesFile:
      'No se pudo leer el archivo de YOUTUBE_COOKIES_FILE ({{code}}). Comprueba el ajuste y los permisos del archivo.',
    tooOften: 'YouTube recibe demasiadas peticiones desde aquí. Inténtalo dentro de {{minutes}} minutos.',
    closedUntil: '{{reason}} En pausa. Se reanuda: {{at}}. Para intentarlo antes, pulsa Reintentar ahora.',
  },
  search: {
    notConfigured:
      'Para buscar en YouTube hace falta una clave de API. Configura YOUTUBE_API_KEY y reinicia el servidor.',
    badKey:
      'YouTube ha rechazado la clave. Comprueba YOUTUBE_API_KEY y que la YouTube Data API v3 esté habilitada para ella.',
    quota: 'Las {{count}} búsquedas de hoy en YouTube están agotadas. Se renuevan: {{at}}.',
    badRequest: 'YouTube no ha aceptado esta búsqueda ({{said}}). Comprueba los filtros.',
    busy: 'YouTube recibe demasiadas peticiones. Inténtalo de nuevo en un minuto.',
    unreachable:
      'No se pudo conectar con la Data API de YouTube. Comprueba la conexión de este servidor y YOUTUBE_API_URL.',
    timeout:
      'La Data API de YouTube ha tardado más de {{seconds}} segundos. Inténtalo de nuevo en un momento.',
    faulty: 'La Data API de YouTube ha fallado ({{said}}). Inténtalo más tarde.',
  },
  jobs: {
    notFound: 'Esa tarea no existe.',
    stopped: 'El trabajo se ha detenido.',
    tooLong: 'Esto tardó más de nueve horas y se detuvo. Inténtalo con menos de una vez.',
    serverDied:
      'El servidor se detuvo varias veces durante este trabajo. Vuelve a iniciarlo: lo hecho hasta ahora se conserva.',
    failed:
      'Algo ha fallado varias veces en el servidor. Inténtalo más tarde o mira el registro del servidor.',
  },
};
