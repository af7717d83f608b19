export const candidates = {
  candidates: {
    notFound: 'There is no such candidate.',
    noVersion: 'The candidate has no such downloaded subtitle.',
    versionChanged: 'This subtitle was changed meanwhile. Load it again.',
    alreadySrt: 'This subtitle is SRT already.',
    alreadyCleaned: 'This subtitle was cleaned already.',
    unknownChange: 'It names a change that the preview does not have.',
    nothingLeft: 'Nothing would be left of this subtitle.',
    unknownLanguage: 'The language of “{{version}}” is not one that is known here.',
    noVersionNamed: 'The candidate has no downloaded subtitle “{{version}}”.',
    videoExists: 'There is a video with this YouTube ID already.',
    notApproved: 'Only an approved candidate can be published. Approve it first.',
    editedWhileApproved: 'Priority and notes are edited while a candidate is approved.',
    wrongMove: 'A candidate that is {{from}} cannot be made {{to}}.',
    searchInProgress: 'This search is under way already.',
    noSavedSearch: 'There is no such saved search.',
    notFromYouTube: 'This video does not play from YouTube.',
    oneOfEachLanguage: 'Choose one subtitle of each language.',
    scanInProgress: 'This candidate is being scanned already.',
    noneSelected: 'No candidates selected',
    noLanguage: 'Please select at least one language',
    languageChosenAlready: '“{{version}}” is in a language that was chosen already. Choose one of each.',
    notSrt: 'This is not SRT. Line {{line}}: {{problem}}',
    notTheBeginning: 'This is not the beginning of an SRT text.',
    noTimes: 'There is no line with a start and an end time.',
    notOnYouTube: 'YouTube has no subtitle “{{language}}” for this video. Scan again to see which there are.',
    workLost:
      'The work on this candidate ended before it was done, since the server stopped. Start it again.',
    found: 'Found {{count}} new candidates.',
    keptForPeople:
      'Half of a day’s searches are kept for searches by hand, and the other half is used up. It is tried again tomorrow.',
  },
  candidateStatus: {
    pending: 'pending',
    approved: 'approved',
    rejected: 'rejected',
    processed: 'processed',
  },
  captions: {
    'not-found':
      'YouTube does not have this video (any more). Reject the candidate, or look for another copy.',
    private: 'This video is private, or only for members. Its captions cannot be had; choose another one.',
    'age-restricted':
      'YouTube shows this video to adults who are signed in alone. Set YOUTUBE_COOKIES_FILE to the cookies of such an account, or choose another video.',
    'region-blocked':
      'This video is blocked in the country of this server. Set YOUTUBE_PROXY_URL to a proxy elsewhere, or choose another video.',
    'bot-blocked':
      'YouTube takes this server for a robot and lets it wait. Set YOUTUBE_COOKIES_FILE or YOUTUBE_PROXY_URL, or try again later.',
    'rate-limited': 'YouTube is asked too often from here. Try again later.',
    'no-captions': 'YouTube has no captions for this video. Upload a subtitle file instead.',
    'track-gone': 'YouTube no longer has this subtitle. Scan again to see which there are.',
    'po-token-required':
      'YouTube wants a proof for this subtitle that this source cannot give. Add another source to YOUTUBE_CAPTION_SOURCES, or upload the file.',
    'empty-body': 'YouTube answered with an empty subtitle. Try again later, or upload the file.',
    'bad-payload':
      'YouTube answered with something that is no subtitle. Try again; if it stays so, set YOUTUBE_COOKIES_FILE or upload the file.',
    'too-large':
      "YouTube's answer is larger than any subtitle is, and was given up. Upload the file instead.",
    'time-out': 'YouTube did not answer in time. Try again, or raise YOUTUBE_TIMEOUT_MS.',
    'upstream-changed':
      'YouTube answers otherwise than it used to. Update Sayback and yt-dlp, or upload the file.',
    unreachable: "YouTube could not be reached. Check this server's connection, and YOUTUBE_PROXY_URL.",
    'not-installed': 'The program yt-dlp was not found. Install it, or set YT_DLP_PATH to where it is.',
    badCookiesFile:
      "The file that YOUTUBE_COOKIES_FILE names could not be read ({{code}}). Check the setting and the file's rights.",
    tooOften:
      'YouTube is asked too often from here, and wants to be left alone for {{minutes}} minutes. Try again then.',
    closedUntil: '{{reason}} Nothing is asked before {{at}}, unless an administrator has it tried again.',
  },
  search: {
    notConfigured:
      'Searching YouTube needs a key of its Data API: set YOUTUBE_API_KEY and restart the server.',
    badKey:
      'YouTube refused the key. Check YOUTUBE_API_KEY, and that the YouTube Data API v3 is enabled for it.',
    quota:
      "Today's quota of searches on YouTube is used up. It begins anew at {{at}} (midnight Pacific time).",
    badRequest: 'YouTube did not take this search ({{said}}). Check the filters.',
    busy: 'YouTube is asked too often. Try again in a minute.',
    unreachable:
      "YouTube's Data API could not be reached. Check this server's connection, and YOUTUBE_API_URL.",
    timeout: "YouTube's Data API took longer than {{seconds}} seconds. Try again in a moment.",
    faulty: "YouTube's Data API failed ({{said}}). Try again later.",
  },
  jobs: {
    notFound: 'There is no such job.',
    stopped: 'The work was stopped.',
    serverDied:
      'The server stopped several times while it worked on this. Start it again; what was done so far is kept.',
    failed:
      'Something went wrong on the server, several times. Start it again later; the server’s log says what it was.',
  },
} as const;
