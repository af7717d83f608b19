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
    offline: 'No se puede acceder al servidor. Comprueba la conexión e inténtalo de nuevo.',
    crashed: 'No se pudo mostrar esta página.',
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
    home: 'Ir a los videos',
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
    loadFailed: 'No se pudo cargar la lista de idiomas; se muestra una corta.',
  },
};
