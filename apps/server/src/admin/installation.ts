/** The columns that refer to what is in the storage. */
const KEYS = ['media_key', 'thumbnail_key', 'peaks_key', 'speech_key'];
export const MEDIA_COLUMNS = { videos: KEYS, replaced_media: KEYS };

/** Counts of the last minutes, and unfinished sign-ins: worth nothing elsewhere or later. */
export const LEFT_OUT = ['rate_limits', 'login_attempts', 'second_factor_tickets'];

/** Tables whose rows mean that the installation is in use, with the word for one row. */
export const IN_USE_BY = { users: 'account', videos: 'video', candidates: 'candidate' };
