/** Columns with storage keys. */
const KEYS = ['media_key', 'thumbnail_key', 'peaks_key', 'speech_key'];
export const MEDIA_COLUMNS = { videos: KEYS, replaced_media: KEYS };

/** Recent counters and unfinished sign-ins, which are useless elsewhere or later. */
export const LEFT_OUT = ['rate_limits', 'login_attempts', 'second_factor_tickets'];

/** Tables whose rows mean that the installation is in use, with the noun for one row. */
export const IN_USE_BY = { users: 'account', videos: 'video', candidates: 'candidate' };
