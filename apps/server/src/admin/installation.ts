const VIDEO_MEDIA_COLUMNS = ['media_key', 'thumbnail_key', 'peaks_key', 'speech_key'];
export const MEDIA_COLUMNS = { videos: VIDEO_MEDIA_COLUMNS, replaced_media: VIDEO_MEDIA_COLUMNS };

/** Tables with recent counters and pending sign-ins, which are useless in a backup. */
export const LEFT_OUT = ['rate_limits', 'login_attempts', 'second_factor_tickets'];

/** Tables that are empty in an unused installation, with the noun for a row. */
export const USAGE_NOUNS = { users: 'account', videos: 'video', candidates: 'candidate' };
