import type { candidates as english } from '../en/candidates.ts';
import type { Translation } from '../message.ts';

export const candidates: Translation<typeof english> = {
  candidates: {
    notFound: 'Ese candidato no existe.',
    noVersion: 'El candidato no tiene ese subtítulo descargado.',
    versionChanged: 'Entretanto se ha cambiado este subtítulo. Vuelve a cargarlo.',
    alreadySrt: 'Este subtítulo ya es SRT.',
    alreadyCleaned: 'Este subtítulo ya se limpió.',
    unknownChange: 'Nombra un cambio que la vista previa no tiene.',
    nothingLeft: 'No quedaría nada de este subtítulo.',
    unknownLanguage: 'El idioma de «{{version}}» no se conoce aquí.',
    noVersionNamed: 'El candidato no tiene el subtítulo descargado «{{version}}».',
    videoExists: 'Ya hay un video con este ID de YouTube.',
    notApproved: 'Solo se puede publicar un candidato aprobado. Apruébalo primero.',
    editedWhileApproved: 'La prioridad y las notas se editan mientras el candidato está aprobado.',
    wrongMove: 'Un candidato en estado {{from}} no puede pasar a {{to}}.',
    searchInProgress: 'Esta búsqueda ya está en marcha.',
    noSavedSearch: 'Esa búsqueda guardada no existe.',
    notFromYouTube: 'Este video no se reproduce desde YouTube.',
    oneOfEachLanguage: 'Elige un subtítulo de cada idioma.',
    scanInProgress: 'Ya se están buscando los subtítulos de este candidato.',
    noneSelected: 'No hay candidatos seleccionados',
    noLanguage: 'Selecciona al menos un idioma',
    languageChosenAlready: '«{{version}}» está en un idioma que ya se ha elegido. Elige uno de cada.',
    notSrt: 'Esto no es SRT. Línea {{line}}: {{problem}}',
    notTheBeginning: 'Esto no es el comienzo de un texto SRT.',
    noTimes: 'No hay ninguna línea con un comienzo y un fin.',
    notOnYouTube:
      'YouTube no tiene el subtítulo «{{language}}» para este video. Vuelve a buscar para ver cuáles hay.',
    workLost:
      'El trabajo con este candidato terminó antes de tiempo porque el servidor se detuvo. Vuelve a iniciarlo.',
    found: 'Candidatos nuevos encontrados: {{count}}.',
    keptForPeople:
      'La mitad de las búsquedas de un día se reserva para las búsquedas a mano, y la otra mitad está agotada. Se volverá a intentar mañana.',
  },
  candidateStatus: {
    pending: 'pendiente',
    approved: 'aprobado',
    rejected: 'rechazado',
    processed: 'procesado',
  },
  captions: {
    'not-found': 'YouTube no tiene este video (o ya no). Rechaza el candidato o busca otra copia.',
    private: 'Este video es privado o solo para miembros. No se pueden obtener sus subtítulos; elige otro.',
    'age-restricted':
      'YouTube muestra este video solo a adultos que han iniciado sesión. Pon en YOUTUBE_COOKIES_FILE las cookies de una cuenta así o elige otro video.',
    'region-blocked':
      'Este video está bloqueado en el país de este servidor. Pon en YOUTUBE_PROXY_URL un proxy de otro lugar o elige otro video.',
    'bot-blocked':
      'YouTube toma este servidor por un robot y lo hace esperar. Configura YOUTUBE_COOKIES_FILE o YOUTUBE_PROXY_URL, o inténtalo más tarde.',
    'rate-limited': 'YouTube recibe demasiadas peticiones desde aquí. Inténtalo más tarde.',
    'no-captions': 'YouTube no tiene subtítulos para este video. Sube un archivo de subtítulos.',
    'track-gone': 'YouTube ya no tiene este subtítulo. Vuelve a buscar para ver cuáles hay.',
    'po-token-required':
      'YouTube pide para este subtítulo una prueba que esta fuente no puede dar. Añade otra fuente a YOUTUBE_CAPTION_SOURCES o sube el archivo.',
    'empty-body': 'YouTube ha respondido con un subtítulo vacío. Inténtalo más tarde o sube el archivo.',
    'bad-payload':
      'YouTube ha respondido con algo que no es un subtítulo. Inténtalo de nuevo; si sigue así, configura YOUTUBE_COOKIES_FILE o sube el archivo.',
    'too-large':
      'La respuesta de YouTube es más grande que cualquier subtítulo y se ha descartado. Sube el archivo.',
    'time-out': 'YouTube no ha respondido a tiempo. Inténtalo de nuevo o aumenta YOUTUBE_TIMEOUT_MS.',
    'upstream-changed':
      'YouTube responde de otra manera que antes. Actualiza Sayback y yt-dlp, o sube el archivo.',
    unreachable:
      'No se ha podido conectar con YouTube. Comprueba la conexión de este servidor y YOUTUBE_PROXY_URL.',
    'not-installed': 'No se ha encontrado el programa yt-dlp. Instálalo o indica en YT_DLP_PATH dónde está.',
    badCookiesFile:
      'No se ha podido leer el archivo que nombra YOUTUBE_COOKIES_FILE ({{code}}). Comprueba el ajuste y los permisos del archivo.',
    tooOften:
      'YouTube recibe demasiadas peticiones desde aquí y quiere una pausa de {{minutes}} minutos. Inténtalo después.',
    closedUntil:
      '{{reason}} No se pide nada antes de {{at}}, a menos que un administrador lo haga intentar de nuevo.',
  },
  search: {
    notConfigured:
      'Para buscar en YouTube hace falta una clave de su Data API: configura YOUTUBE_API_KEY y reinicia el servidor.',
    badKey:
      'YouTube ha rechazado la clave. Comprueba YOUTUBE_API_KEY y que la YouTube Data API v3 esté habilitada para ella.',
    quota:
      'La cuota de búsquedas de hoy en YouTube está agotada. Se renueva el {{at}} (medianoche, hora del Pacífico).',
    badRequest: 'YouTube no ha aceptado esta búsqueda ({{said}}). Comprueba los filtros.',
    busy: 'YouTube recibe demasiadas peticiones. Inténtalo de nuevo en un minuto.',
    unreachable:
      'No se ha podido conectar con la Data API de YouTube. Comprueba la conexión de este servidor y YOUTUBE_API_URL.',
    timeout:
      'La Data API de YouTube ha tardado más de {{seconds}} segundos. Inténtalo de nuevo en un momento.',
    faulty: 'La Data API de YouTube ha fallado ({{said}}). Inténtalo más tarde.',
  },
  jobs: {
    notFound: 'Esa tarea no existe.',
    stopped: 'El trabajo se ha detenido.',
    serverDied:
      'El servidor se detuvo varias veces mientras trabajaba en esto. Vuelve a iniciarlo; lo hecho hasta ahora se conserva.',
    failed:
      'Algo ha fallado varias veces en el servidor. Vuelve a iniciarlo más tarde; el registro del servidor dice qué fue.',
  },
};
