export * from './managed-videos.ts';
export * from './media.ts';
export * from './video.ts';
export * from './video-sorts.ts';
