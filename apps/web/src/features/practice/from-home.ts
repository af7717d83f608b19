declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before is the home page, with its filter and scroll. */
    isFromHome?: boolean;
  }
}

/** The state of a link from the home page to a video: the player's Back goes back in the history. */
export const FROM_HOME = { isFromHome: true };
