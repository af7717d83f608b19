// The package has no types; these are the parts in use.
declare module 'webvtt-parser' {
  type Times = { startTime?: number; endTime?: number };
  class WebVTTCueTimingsAndSettingsParser {
    constructor(line: string, onError: (message: string, column?: number) => void);
    /** Fills in seconds; true if both times were read. */
    parse(cue: Times, previousStart: number): true | undefined;
  }
  const webvtt: { WebVTTCueTimingsAndSettingsParser: typeof WebVTTCueTimingsAndSettingsParser };
  export default webvtt;
}
