export const videos = {
  videos: {
    playsFromFile: "This video plays from its media file, so it can't have a YouTube ID.",
    playsFromYouTube: "This video plays from YouTube, so it can't have a media file.",
    hasAlignedSubtitles:
      'This video has subtitles aligned with its original language. Delete the aligned subtitles first.',
    wrongMediaType: 'Choose an MP4, WebM, M4A or MP3 file.',
    wrongMediaTypeFound: 'Choose an MP4, WebM, M4A or MP3 file. This one is {{type}}.',
    wrongThumbnailType: 'Choose a JPEG, PNG or WebP picture.',
    wrongThumbnailTypeFound: 'Choose a JPEG, PNG or WebP picture. This one is {{type}}.',
    thumbnailTooLarge: 'The thumbnail is larger than 5 MiB.',
    mediaJobRunning: 'This is being made already.',
    speechStretch: 'The stretch ends after it starts, and is at most two minutes long.',
    notFound: "That video doesn't exist.",
    fileNotKept: '{{reason}} The file was not saved, and the video is unchanged.',
  },
  practice: {
    otherVideo: 'This alignment belongs to another video.',
    noSegment: 'This video has no line with this number.',
  },
} as const;
