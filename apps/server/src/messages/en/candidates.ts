export const candidates = {
  candidates: {
    notFound: "That candidate doesn't exist.",
    noVersion: "The candidate doesn't have that downloaded subtitle.",
    versionChanged: 'Someone changed this subtitle in the meantime. Reload it.',
    alreadySrt: 'This subtitle is already SRT.',
    alreadyCleaned: 'This subtitle is already cleaned.',
    unknownChange: "The preview doesn't have that change.",
    nothingLeft: 'This would leave nothing of the subtitle.',
    unknownLanguage: "We don't know the language of “{{version}}”.",
    noVersionNamed: 'The candidate has no downloaded subtitle “{{version}}”.',
    notApproved: 'You can only publish an approved candidate. Approve it first.',
    editedWhileApproved: 'You can only edit priority and notes while a candidate is approved.',
    wrongMove: "You can't change a candidate from {{from}} to {{to}}.",
    searchInProgress: 'This search is already running.',
    noSavedSearch: "That saved search doesn't exist.",
    notFromYouTube: "This video doesn't play from YouTube.",
    oneOfEachLanguage: 'Choose one subtitle for each language.',
    scanInProgress: 'This candidate is already being scanned.',
    noneSelected: 'No candidates selected',
    noLanguage: 'Please select at least one language',
    languageChosenAlready: '“{{version}}” is in a language you already chose. Choose one of each.',
    notSrt: 'This is not SRT. Line {{line}}: {{problem}}',
    notTheBeginning: "This isn't the beginning of an SRT text.",
    noTimes: 'No line has a start and an end time.',
    notOnYouTube:
      'YouTube has no subtitle “{{language}}” for this video. Scan again to see which ones it has.',
    workLost: 'The server stopped before this work was done. Start it again.',
    found: 'Found {{count}} new candidates.',
    keptForPeople:
      "Today's automatic searches are used up: half of the quota is kept for searches by hand. We'll try again tomorrow.",
  },
  candidateStatus: {
    pending: 'pending',
    approved: 'approved',
    rejected: 'rejected',
    processed: 'processed',
  },
  captions: {
    'not-found': "YouTube doesn't have this video. Reject the candidate, or look for another copy.",
    private: 'This video is private or for members only. Please choose another one.',
    'age-restricted':
      'YouTube shows this video only to signed-in adults. Set YOUTUBE_COOKIES_FILE to the cookies of such an account, or choose another video.',
    'region-blocked':
      "This video is blocked in this server's country. Set YOUTUBE_PROXY_URL to a proxy elsewhere, or choose another video.",
    'bot-blocked':
      'YouTube thinks this server is a bot and refuses its requests. Set YOUTUBE_COOKIES_FILE or YOUTUBE_PROXY_URL, or try again later.',
    'rate-limited': 'YouTube gets too many requests from here. Try again later.',
    'no-captions': 'YouTube has no captions for this video. Upload a subtitle file instead.',
    'track-gone': 'YouTube no longer has this subtitle. Scan again to see which ones it has.',
    'po-token-required':
      "YouTube wants a proof for this subtitle that this source can't give. Add another source to YOUTUBE_CAPTION_SOURCES, or upload the file.",
    'empty-body': 'YouTube sent an empty subtitle. Try again later, or upload the file.',
    'bad-payload':
      "YouTube sent something that isn't a subtitle. Try again. If it happens again, set YOUTUBE_COOKIES_FILE or upload the file.",
    'too-large': "YouTube's answer is too large for a subtitle. Upload the file instead.",
    'time-out': "YouTube didn't answer in time. Try again, or raise YOUTUBE_TIMEOUT_MS.",
    'upstream-changed': 'YouTube has changed how it answers. Update Sayback and yt-dlp, or upload the file.',
    'answer-failed': 'YouTube failed while it answered. Try again in a few minutes.',
    unreachable: "Can't reach YouTube. Check this server's connection, and YOUTUBE_PROXY_URL.",
    'not-installed': 'The program yt-dlp was not found. Install it, or set YT_DLP_PATH to its path.',
    badCookiesFile:
      "Couldn't read the file in YOUTUBE_COOKIES_FILE ({{code}}). Check the setting and the file's permissions.",
    tooOften: 'YouTube gets too many requests from here. Try again in {{minutes}} minutes.',
    closedUntil: '{{reason}} Paused until {{at}}. To try sooner, press Try again now.',
  },
  search: {
    notConfigured: 'Searching YouTube needs an API key. Set YOUTUBE_API_KEY and restart the server.',
    badKey:
      'YouTube refused the key. Check YOUTUBE_API_KEY, and that the YouTube Data API v3 is enabled for it.',
    quota: "Today's {{count}} YouTube searches are used up. They reset at {{at}}.",
    badRequest: "YouTube didn't accept this search ({{said}}). Check the filters.",
    busy: 'YouTube gets too many requests. Try again in a minute.',
    unreachable: "Can't reach YouTube's Data API. Check this server's connection, and YOUTUBE_API_URL.",
    timeout: "YouTube's Data API took longer than {{seconds}} seconds. Try again in a moment.",
    faulty: "YouTube's Data API failed ({{said}}). Try again later.",
  },
  jobs: {
    notFound: "That job doesn't exist.",
    stopped: 'The work was stopped.',
    tooLong: 'This took longer than nine hours and was stopped. Try it with less at once.',
    serverDied:
      'The server stopped several times during this work. Start it again: what was done so far is kept.',
    failed: "Something went wrong on the server several times. Try again later, or check the server's log.",
  },
} as const;
