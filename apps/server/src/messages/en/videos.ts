export const videos = {
  videos: {
    playsFromFile: 'This video plays from its media file; it takes no YouTube ID.',
    playsFromYouTube: 'This video plays from YouTube; it takes no media file.',
    hasAlignedSubtitles:
      'Subtitles of this video are aligned with its original language. Delete the aligned subtitles first.',
    wrongMediaType: 'The media file must be an MP4, WebM, M4A or MP3.',
    wrongMediaTypeFound: 'The media file must be an MP4, WebM, M4A or MP3. This one is {{type}}.',
    wrongThumbnailType: 'The thumbnail must be a JPEG, PNG or WebP picture.',
    wrongThumbnailTypeFound: 'The thumbnail must be a JPEG, PNG or WebP picture. This one is {{type}}.',
    thumbnailTooLarge: 'The thumbnail is larger than 5 MiB.',
    peaksInProgress: 'The peaks are being made.',
    notFound: 'There is no such video.',
    fileNotKept: '{{reason}} The file was not kept, and the video is as it was before.',
  },
  practice: {
    otherVideo: 'This is not an alignment of the video.',
    noSegment: 'The video has no segment with this number.',
  },
} as const;
