/** The wording around every screen. */
export const app = {
  app: {
    name: 'Sayback',
    tagline: 'Learn a language by saying it back.',
    skip: 'Skip to the content',
    loading: 'Loading…',
    retry: 'Try again',
    close: 'Close',
    cancel: 'Cancel',
    offline: 'The server cannot be reached. Check your connection and try again.',
    crashed: 'This page could not be shown.',
    reload: 'Reload the page',
    unexpectedResponse: 'Unexpected response format.',
    previousPage: 'Previous',
    nextPage: 'Next',
    page: 'Page {{page}} of {{count}}',
    pages: 'Pages',
  },
  notFound: {
    title: '404 Not Found',
    text: "The page you're looking for doesn't exist!",
    home: 'To the videos',
  },
  nav: {
    label: 'Main',
    menu: 'Menu',
    profile: 'Profile',
    settings: 'Settings',
    logout: 'Logout',
    login: 'Log In',
    register: 'Register',
    videoManager: 'Video Manager',
    users: 'Users',
  },
  languages: {
    loadFailed: 'The list of languages could not be loaded; a short one is shown.',
  },
};
