/** Texts of the page without the app, shown if the browser blocks site data. */
export const blockedStorage = {
  blockedStorage: {
    title: "Your browser blocks this site's data",
    text: 'Sayback needs it to sign you in. Allow cookies and site data for this site in your browser settings, then reload the page.',
  },
};
