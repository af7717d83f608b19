export const subtitles = {
  subtitles: {
    emptyFile: 'This file is empty.',
    noTimes: "Couldn't read any subtitles from this file: no line has a start and an end time.",
    originalWithItself: "You can't align the original with itself.",
    noOriginal: 'This video has no subtitle in its original language yet. Upload that one first.',
    languageChanged: "Someone changed the video's language in the meantime.",
    noSegmentInAlignment: 'This alignment has no such segment.',
    notAligned: 'The subtitle is no longer aligned.',
    pastTheEnd: 'The alignment has only {{count}} segments.',
    bothTimes: 'Enter both times, or neither.',
    position: 'Write a position as HH:MM:SS.mmm or as a number of seconds.',
    startBeforeEnd: 'The start must be before the end.',
    endAfterStart: 'The end must be after the start.',
    cuesChanged: 'Someone else changed this subtitle in the meantime. Open it again.',
    segmentChanged: 'Someone else changed this segment since you opened it.',
    languageTaken:
      'This video now has another subtitle in this language. Delete that one first: you can restore it later.',
    isTranslation:
      "This subtitle is aligned as a translation, so it can't be in the language that is spoken.",
    otherOriginalLanguage:
      "The video's original language has changed, so these segments would no longer fit.",
    noAlignment: "That alignment doesn't exist.",
    noSegment: "That segment doesn't exist.",
    notFound: "That subtitle doesn't exist.",
    unreadable: "Couldn't read any subtitles from this file. Line {{line}}: {{problem}}",
  },
  files: {
    notFound: "That file doesn't exist.",
    protected: 'This file is protected. Unprotect it first.',
    oneIsProtected: 'One of its stored files is protected. Unprotect that file first.',
  },
  revisions: {
    notFound: "That revision doesn't exist.",
    noSegment: 'The revision has no segment {{index}}.',
    lastApplied: "You can't delete the revision that was applied last.",
    noLine: 'This revision has no line to apply.',
    oneLanguage: 'This revision has only one language. Download it as SubRip, WebVTT or CSV.',
  },
  regex: {
    noPattern: "That pattern doesn't exist.",
    tooSlow: 'This pattern takes too long. Simplify it, or shorten its repetitions.',
  },
  downloads: {
    deckInProgress: 'This deck is already being made.',
    emptyDeck: 'No segment has both texts, so the deck would be empty.',
    expired: 'This file has expired. Make it again.',
  },
  table: {
    noRow: 'The file has no rows below its header.',
    row: 'Row {{row}}: {{problem}}',
    times: '{{problem}} It says {{start}} – {{end}}.',
    malformed: 'Line {{line}}: this is not valid CSV. Check the quotation marks.',
    missingColumns: 'The first row must name the columns. Missing: {{columns}}.',
    tooManyRows: 'The file has more than {{limit}} rows.',
    index: 'index must be a whole number from 1, or empty for a new segment.',
    duplicate: 'index {{index}} is already in row {{row}}.',
    mismatch: 'mismatch must be 1 or 0.',
    tooLong: '{{column}} has more than {{limit}} characters.',
    storable: "{{column}} has a character that can't be saved.",
  },
  reports: {
    tooMany:
      'You have {{count}} reports open in this video. Wait until somebody has looked at them, or take one back.',
  },
  cuts: {
    noSpeech:
      'There is no sound to fit the cuts to: the video plays from YouTube, has no media file, or this server has no ffmpeg.',
    inProgress: 'The server is already fitting these cuts.',
  },
  soundTimes: {
    noSound:
      'There is no sound to go by: the video plays from YouTube, has no media file, or this server has no ffmpeg.',
    inProgress: 'The server is already listening for these times.',
  },
  translation: {
    notSetUp:
      'No translation service is set up. Set TRANSLATION_PROVIDER to libretranslate, deepl or apertium, with the TRANSLATION_URL or TRANSLATION_API_KEY it needs, and restart the server.',
    noTerm: "That term doesn't exist.",
    inProgress: 'This alignment is already being translated. Wait for it to finish, or stop it.',
    noOriginalText: 'This segment has no original text to translate.',
    alignmentGone: 'The alignment was deleted, or its video is in the trash.',
    unreachable: "Can't reach {{service}}. Check that it is running, and TRANSLATION_URL.",
    timeout: '{{service}} took longer than {{seconds}} seconds. Try again in a moment.',
    faulty: '{{service}} failed ({{said}}). Try again later, or check its log.',
    refused: '{{service}} refused the key. Check TRANSLATION_API_KEY.',
    quota: 'The quota of {{service}} is used up. Wait until it resets, or raise it with the service.',
    busy: 'Too many requests to {{service}}. Try again in a moment.',
    busyFor: 'Too many requests to {{service}}. Try again in {{seconds}} seconds.',
    unsupported:
      "{{service}} can't translate from {{source}} into {{target}}. Translate by hand, or set up a service that can.",
    rejected: "{{service}} didn't accept this text: {{said}}",
  },
} as const;
