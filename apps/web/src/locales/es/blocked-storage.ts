export const blockedStorage = {
  blockedStorage: {
    title: 'Tu navegador bloquea los datos de este sitio',
    text: 'Sayback los necesita para iniciar tu sesión. Permite las cookies y los datos de este sitio en los ajustes del navegador y recarga la página.',
  },
};
