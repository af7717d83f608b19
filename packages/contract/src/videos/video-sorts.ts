export const VIDEO_SORTS = ['new', 'short', 'begun'] as const;
export type VideoSort = (typeof VIDEO_SORTS)[number];
