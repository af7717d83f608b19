declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if the previous history entry is the home page, with its filter and scroll position. */
    isFromHome?: boolean;
  }
}

/** History state of a link from the home page to a video, for the player's Back button. */
export const FROM_HOME = { isFromHome: true };
