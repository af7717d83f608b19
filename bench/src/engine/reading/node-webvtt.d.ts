// The package has no types of its own; this is the part in use. Times are seconds.
declare module 'node-webvtt' {
  const nodeWebvtt: { parse: (text: string) => { cues: { start: number; end: number; text: string }[] } };
  export default nodeWebvtt;
}
