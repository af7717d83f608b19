// Types for the parts in use, since the package has none.
declare module 'webvtt-parser' {
  type Times = { startTime?: number; endTime?: number };
  class WebVTTCueTimingsAndSettingsParser {
    constructor(line: string, onError: (message: string, column?: number) => void);
    /** Fills in the times in seconds; returns true if both are valid. */
    parse(cue: Times, previousStart: number): true | undefined;
  }
  const webvtt: { WebVTTCueTimingsAndSettingsParser: typeof WebVTTCueTimingsAndSettingsParser };
  export default webvtt;
}
