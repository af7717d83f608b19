export const videos = {
  videos: {
    playsFromFile: "This video plays from its media file, so it can't have a YouTube ID.",
    playsFromYouTube: "This video plays from YouTube, so it can't have a media file.",
    hasAlignedSubtitles:
      'This video has subtitles aligned with its original language. Delete the aligned subtitles first.',
    needsFfmpeg:
      "This server can't convert {{format}} files, since it has no ffmpeg. Choose an MP4, WebM, M4A or MP3 file.",
    unplayableMedia:
      "This file can't be played: it is damaged, or it was cut off on its way. Upload the whole file again.",
    unreadableSound: "Couldn't read the sound in this file.",
    youTubeIdTaken: 'A video with this YouTube ID already exists.',
    youTubeIdInTrash: 'A video with this YouTube ID is in the trash. Restore it there.',
    nothingToSay:
      "Learners can't practise it until a translation is aligned. Align one before you publish the video.",
    wrongMediaType: 'Choose an MP4, WebM, M4A, MP3, WAV, OGG or FLAC file.',
    wrongMediaTypeFound: 'Choose an MP4, WebM, M4A, MP3, WAV, OGG or FLAC file. This one is {{type}}.',
    wrongThumbnailType: 'Choose a JPEG, PNG or WebP picture.',
    wrongThumbnailTypeFound: 'Choose a JPEG, PNG or WebP picture. This one is {{type}}.',
    thumbnailTooLarge: 'The thumbnail is larger than 5 MiB.',
    mediaJobRunning: 'The server is already working on this.',
    speechStretch: 'The stretch must end after it starts and be at most two minutes long.',
    noReplacedMedia: 'This media file is no longer in the trash.',
    notFound: "That video doesn't exist.",
    noUpload: 'This upload is no longer known. Choose the file again.',
    noPart: 'The file has no such part.',
    partsMissing: 'Parts of the file are missing. Choose it again.',
    fileNotKept: '{{reason}} The file was not saved, and the video is unchanged.',
  },
  practice: {
    otherVideo: 'This alignment belongs to another video.',
    noSegment: 'This video has no line with this number.',
    noReview: 'You have no such review.',
    busyCards: 'Other devices are changing the same cards. Try again in a moment.',
    noSuchLine: 'This video has no such line.',
    nothingKept: 'You have no lines with a card or a mark yet.',
    deckInProgress: 'A file is already being made. Try again when it is finished.',
  },
} as const;
