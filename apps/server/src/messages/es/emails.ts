import type { emails as english } from '../en/emails.ts';
import type { Translation } from '../message.ts';

export const emails: Translation<typeof english> = {
  email: {
    hello: 'Hola:',
    quoted: '«{{name}}»',
  },
  resetEmail: {
    subject: 'Restablece tu contraseña de Sayback',
    subjectNew: 'Confirma tu dirección para Sayback',
    asked: 'Recibimos una solicitud para restablecer tu contraseña de Sayback.',
    askedNew:
      'Recibimos una solicitud para restablecer tu contraseña de Sayback, y esta dirección es nueva para nosotros. Si has sido tú, el enlace confirma tu dirección y te permite elegir una contraseña nueva.',
    choose: 'Elegir una contraseña nueva para {{name}}',
    limits: 'Cada enlace funciona una sola vez y caduca en {{minutes}} minutos.',
    ignore: 'Si no has sido tú, ignora este correo. Tu contraseña no cambia.',
  },
  verificationEmail: {
    subject: 'Confirma tu dirección para Sayback',
    given:
      'Esta dirección se ha añadido a la cuenta {{name}} de Sayback. Si la cuenta es tuya, inicia sesión y abre este enlace:',
    confirm: 'Confirmar mi dirección',
    use: 'Así podrás restablecer tu contraseña con esta dirección.',
    limits: 'El enlace caduca en {{days}} días.',
    ignore: 'Si no conoces esta cuenta, ignora este correo.',
  },
  identityEmail: {
    subject: 'Nueva forma de entrar en tu cuenta de Sayback',
    added: 'Ahora puedes entrar en la cuenta {{name}} con {{provider}}.',
    worry: 'Si no has sido tú, cambia tu contraseña y pide ayuda a un administrador.',
    open: 'Abrir Sayback',
  },
  factorEmail: {
    subject: 'Un cambio en tu acceso a Sayback',
    account: 'Se trata de la cuenta {{name}}.',
    ignore:
      'Si has sido tú, no tienes que hacer nada. Si no, cambia tu contraseña ahora y avisa a un administrador.',
  },
  factorNews: {
    'app-added': 'Se ha añadido una aplicación de autenticación a tu cuenta de Sayback.',
    'app-removed': 'Se ha quitado la aplicación de autenticación de tu cuenta de Sayback.',
    'passkey-added': 'Se ha añadido una llave de acceso a tu cuenta de Sayback.',
    'passkey-removed': 'Se ha quitado una llave de acceso de tu cuenta de Sayback.',
    'codes-renewed':
      'Se han creado códigos de recuperación nuevos para tu cuenta de Sayback. Los anteriores ya no funcionan.',
    'code-used': 'Se ha usado un código de recuperación para entrar en tu cuenta de Sayback.',
    'turned-off': 'Se ha desactivado el acceso en dos pasos de tu cuenta de Sayback.',
    reset: 'Un administrador ha desactivado el acceso en dos pasos de tu cuenta de Sayback.',
  },
};
