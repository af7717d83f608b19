import { SPANISH_OF_CURATION } from './spanish-of-curation.ts';

/**
 * What the server says, in Spanish, by the English sentence; `{}` stands for a value, in the same order. A test finds what
 * is missing. The web words the rest of the interface.
 */
export const SPANISH: Record<string, string> = {
  ...SPANISH_OF_CURATION,

  // Who may call, and what is there.
  'Not found.': 'No se ha encontrado.',
  'Authentication credentials were not provided.': 'No se han enviado credenciales de acceso.',
  'The access token is invalid or has expired.': 'El token de acceso no es válido o ha caducado.',
  'The refresh token is invalid or has expired.': 'El token de actualización no es válido o ha caducado.',
  'Only an administrator may do this.': 'Solo un administrador puede hacer esto.',
  'Method "{}" is not allowed here.': 'El método «{}» no está permitido aquí.',
  'There is no such page.': 'Esa página no existe.',
  'What this belongs to is no longer there.': 'Aquello a lo que pertenece ya no existe.',
  'Somebody has just added the same. Try again.': 'Alguien acaba de añadir lo mismo. Inténtalo de nuevo.',

  // Two-step sign-in.
  'The second step of your sign-in is needed.': 'Falta el segundo paso de tu acceso.',
  'Administrators need two-step sign-in here. Confirm your second step.':
    'Aquí los administradores necesitan el acceso en dos pasos. Confirma tu segundo paso.',
  'Confirm your second step first.': 'Confirma primero tu segundo paso.',
  'Your password is needed for this.': 'Para esto hace falta tu contraseña.',
  'Log out and sign in again: this can be changed for 15 minutes then.':
    'Cierra la sesión y vuelve a entrar: después se puede cambiar durante 15 minutos.',
  'That code is wrong or was used before. Wait for the next one.':
    'Ese código no es correcto o ya se ha usado. Espera al siguiente.',
  'That code is wrong. Wait for the next one.': 'Ese código no es correcto. Espera al siguiente.',
  'That passkey was not accepted. Try again.': 'Esa llave de acceso no se ha aceptado. Inténtalo de nuevo.',
  'That recovery code is wrong or was used before.':
    'Ese código de recuperación no es correcto o ya se ha usado.',
  'Give one of code, passkey and recovery_code.': 'Envía solo uno: code, passkey o recovery_code.',
  'This took too long. Start again.': 'Ha tardado demasiado. Empieza de nuevo.',
  'You have an authenticator app already. Remove it first.':
    'Ya tienes una aplicación de autenticación. Quítala primero.',
  'Start to set up the app again.': 'Vuelve a empezar la configuración de la aplicación.',
  'This passkey is in use already.': 'Esta llave de acceso ya está en uso.',
  'There is no such passkey.': 'Esa llave de acceso no existe.',
  'Add an authenticator app or a passkey first.':
    'Añade primero una aplicación de autenticación o una llave de acceso.',

  // A server in trouble.
  'Something went wrong on the server.': 'Algo ha fallado en el servidor.',
  'The server can’t reach its database at the moment. Try again in a few seconds.':
    'El servidor no alcanza su base de datos en este momento. Inténtalo de nuevo en unos segundos.',
  'The server has more to do than it can do at once. Try again in a few seconds.':
    'El servidor tiene más trabajo del que puede hacer a la vez. Inténtalo de nuevo en unos segundos.',
  'The server has no room left to keep this. Whoever looks after it has to make some.':
    'Al servidor no le queda espacio para guardar esto. Quien lo administra tiene que hacer sitio.',
  'There is no room left where media are kept. Whoever looks after this server has to make some.':
    'No queda espacio donde se guardan los archivos multimedia. Quien administra el servidor tiene que hacer sitio.',
  'The media store does not answer at the moment. Try again in a few minutes.':
    'El almacén de archivos multimedia no responde en este momento. Inténtalo de nuevo en unos minutos.',
  'You have too many requests open at once. Try again in a second.':
    'Tienes demasiadas peticiones abiertas a la vez. Inténtalo de nuevo en un segundo.',
  'The request took too long to arrive.': 'La petición ha tardado demasiado en llegar.',
  'Too many attempts. Try again in {} seconds.':
    'Demasiados intentos. Inténtalo de nuevo dentro de {} segundos.',

  // What was sent.
  'Bad input.': 'Los datos no son válidos.',
  'This call does not take content of that type.': 'Esta llamada no admite contenido de ese tipo.',
  'What was sent is larger than this call takes.': 'Lo enviado es más grande de lo que admite esta llamada.',
  'The connection broke off.': 'La conexión se ha cortado.',
  'The request could not be read: it is not well-formed.':
    'No se ha podido leer la petición: no está bien formada.',
  'The body is not well-formed JSON.': 'El cuerpo no es JSON bien formado.',
  'JSON is written in UTF-8.': 'JSON se escribe en UTF-8.',
  'The JSON has more parts than this call takes.': 'El JSON tiene más partes de las que admite esta llamada.',
  'Send this without a Content-Encoding.': 'Envíalo sin Content-Encoding.',
  'If-Match takes a version in quotes: "3".': 'If-Match lleva una versión entre comillas: "3".',
  'This call takes a form (multipart/form-data).': 'Esta llamada admite un formulario (multipart/form-data).',
  'The form could not be read: it is not well-formed.':
    'No se ha podido leer el formulario: no está bien formado.',
  'The file is larger than {} MiB.': 'El archivo ocupa más de {} MiB.',
  'No file was sent.': 'No se ha enviado ningún archivo.',
  'Metrics need the token that METRICS_TOKEN holds.':
    'Para las métricas hace falta el token que tiene METRICS_TOKEN.',

  // Fields.
  'This field is required.': 'Este campo es obligatorio.',
  'This field may not be blank.': 'Este campo no puede estar vacío.',
  'This has to be text.': 'Tiene que ser un texto.',
  'This has to be a number.': 'Tiene que ser un número.',
  'This has to be a whole number.': 'Tiene que ser un número entero.',
  'This has to be true or false.': 'Tiene que ser verdadero o falso.',
  'This has to be a list.': 'Tiene que ser una lista.',
  'This has to be an object.': 'Tiene que ser un objeto.',
  'This does not fit here.': 'Esto no encaja aquí.',
  'This list may not be empty.': 'Esta lista no puede estar vacía.',
  'This has to be at least {} characters long.': 'Tiene que tener al menos {} caracteres.',
  'This has to be at most {} characters long.': 'Tiene que tener como máximo {} caracteres.',
  'This has to have at least {} parts.': 'Tiene que tener al menos {} elementos.',
  'This has to have at most {} parts.': 'Tiene que tener como máximo {} elementos.',
  'This has to be at least {}.': 'Tiene que ser como mínimo {}.',
  'This has to be at most {}.': 'Tiene que ser como máximo {}.',
  'This has to be more than {}.': 'Tiene que ser más de {}.',
  'This has to be less than {}.': 'Tiene que ser menos de {}.',
  'This has to be a multiple of {}.': 'Tiene que ser un múltiplo de {}.',
  'This has to be one of: {}.': 'Tiene que ser uno de estos valores: {}.',
  'This text holds a character that cannot be stored.':
    'Este texto contiene un carácter que no se puede guardar.',
  'Enter a valid e-mail address.': 'Escribe una dirección de correo válida.',
  'An id is a positive whole number.': 'Un id es un número entero positivo.',
  'An id is a positive whole number, or 0 for the start.':
    'Un id es un número entero positivo, o 0 para el comienzo.',
  'A page is a positive whole number.': 'Una página es un número entero positivo.',
  'Ids, separated by commas.': 'Ids separados por comas.',
  'Enter a pattern.': 'Escribe un patrón.',
  'A YouTube ID has 11 letters, digits, - or _.': 'Un ID de YouTube tiene 11 letras, cifras, - o _.',
  'No candidates selected': 'No hay candidatos seleccionados',
  'Please select at least one language': 'Selecciona al menos un idioma',
  '"{}" is not a language that is known here.': '«{}» no es un idioma que se conozca aquí.',
  '"{}" is not a country that is known here.': '«{}» no es un país que se conozca aquí.',

  // Accounts.
  'No active account was found with these credentials.':
    'No hay ninguna cuenta activa con estas credenciales.',
  'A username has 1 to 150 letters, digits and @ . + - _ only.':
    'Un nombre de usuario tiene de 1 a 150 letras, cifras y @ . + - _, nada más.',
  'A user with that username already exists.': 'Ya existe un usuario con ese nombre.',
  'A password has at least {} characters.': 'Una contraseña tiene al menos {} caracteres.',
  'A password has at most {} characters.': 'Una contraseña tiene como máximo {} caracteres.',
  'The password must not be the username.': 'La contraseña no puede ser el nombre de usuario.',
  'This password is too common.': 'Esta contraseña es demasiado común.',
  'The two passwords are not the same.': 'Las dos contraseñas no son iguales.',
  'This is not your password.': 'Esta no es tu contraseña.',
  'Your password is needed for another address.': 'Para cambiar la dirección hace falta tu contraseña.',
  'Log out and sign in again: it can be changed for 15 minutes then.':
    'Cierra la sesión y vuelve a entrar: después se puede cambiar durante 15 minutos.',
  'Invalid or expired password reset link.':
    'El enlace para restablecer la contraseña no es válido o ha caducado.',
  'This is the only administrator. Make somebody else one first.':
    'Es el único administrador. Primero haz administrador a otra persona.',
  'This is not one of your practice languages.': 'No es uno de tus idiomas de práctica.',
  'Registration is closed. Ask an administrator for an account.':
    'El registro está cerrado. Pide una cuenta a un administrador.',
  'This invitation has expired or was used up. Ask for a new one.':
    'Esta invitación ha caducado o ya se ha usado. Pide una nueva.',
  'An invitation is needed to register. Ask an administrator for one.':
    'Para registrarse hace falta una invitación. Pídesela a un administrador.',
  'There is no such session.': 'Esa sesión no existe.',
  'There is no such user.': 'Ese usuario no existe.',
  'There is no such invitation.': 'Esa invitación no existe.',
  'This account has no e-mail address.': 'Esta cuenta no tiene dirección de correo.',
  'This address is confirmed already.': 'Esta dirección ya está confirmada.',
  'This link is for another account. Log in to that account first.':
    'Este enlace es de otra cuenta. Inicia sesión primero en esa cuenta.',
  'Invalid or expired confirmation link.': 'El enlace de confirmación no es válido o ha caducado.',

  // Videos and practice.
  'There is no such video.': 'Ese video no existe.',
  'There is no such alignment.': 'Esa alineación no existe.',
  'There is no such segment.': 'Ese segmento no existe.',
  'There is no such subtitle.': 'Ese subtítulo no existe.',
  'This is not an alignment of the video.': 'No es una alineación de este video.',
  'The video has no segment with this number.': 'El video no tiene ningún segmento con este número.',
  'This address has expired or was not made here. Reload the page.':
    'Esta dirección ha caducado o no se creó aquí. Recarga la página.',
};
