type Pictured = { youtube_id: string | null; thumbnail_url: string | null };

/** Returns the URL of a video's picture; null if it has none. */
export const thumbnailUrl = ({ youtube_id, thumbnail_url }: Pictured): string | null =>
  youtube_id ? `https://i.ytimg.com/vi/${youtube_id}/mqdefault.jpg` : thumbnail_url;
