import type { app as english } from '../en/app.ts';
import type { WithMany } from './with-many.ts';

export const app: WithMany<typeof english> = {
  app: {
    name: 'Sayback',
    tagline: 'Aprende un idioma repitiendo lo que oyes.',
    skip: 'Ir al contenido',
    loading: 'Cargando…',
    retry: 'Reintentar',
    close: 'Cerrar',
    cancel: 'Cancelar',
    offline: 'No se puede conectar con el servidor. Revisa tu conexión e inténtalo de nuevo.',
    crashed: 'Algo falló en esta página.',
    reload: 'Recargar la página',
    unexpectedResponse: 'La respuesta tiene un formato inesperado.',
    previousPage: 'Anterior',
    nextPage: 'Siguiente',
    page: 'Página {{page}} de {{count}}',
    pages: 'Páginas',
  },
  notFound: {
    title: '404 No encontrado',
    text: '¡La página que buscas no existe!',
    home: 'Volver a los videos',
  },
  nav: {
    label: 'Principal',
    menu: 'Menú',
    profile: 'Perfil',
    settings: 'Ajustes',
    logout: 'Cerrar sesión',
    login: 'Iniciar sesión',
    register: 'Registrarse',
    videoManager: 'Gestor de videos',
    youtubeCandidates: 'Candidatos de YouTube',
    users: 'Usuarios',
  },
  languages: {
    loadFailed: 'No se pudo cargar la lista de idiomas. Aquí tienes una corta.',
  },
};
