// The page's side of the double: what https://www.youtube.com/iframe_api brings, as far as a player is concerned.
(() => {
  const STATES = { UNSTARTED: -1, ENDED: 0, PLAYING: 1, PAUSED: 2, BUFFERING: 3, CUED: 5 };

  /** The same in the page and in the frame. */
  const now = () => performance.timeOrigin + performance.now();

  class Player {
    constructor(place, { videoId, host = 'https://www.youtube.com', playerVars = {}, events = {} }) {
      const frame = document.createElement('iframe');
      frame.src = `${host}/embed/${videoId}?${new URLSearchParams(playerVars)}`;
      frame.allow = 'autoplay; encrypted-media';
      frame.title = 'YouTube video player';
      place.replaceWith(frame);
      const info = { state: STATES.UNSTARTED, time: 0, duration: 0, rate: 1, told: 0 };

      const listen = ({ source, data }) => {
        if (source !== frame.contentWindow) return;
        if (data.info) Object.assign(info, data.info);
        if (data.event === 'onReady') Object.assign(this, methods);
        if (data.event) events[data.event]?.({ target: this, data: data.data });
      };
      window.addEventListener('message', listen);
      const send = (command, argument) => frame.contentWindow?.postMessage({ command, argument }, '*');

      // As with YouTube's own, they are there from onReady on.
      const methods = {
        playVideo: () => send('play'),
        pauseVideo: () => send('pause'),
        cueVideoById: ({ startSeconds }) => send('cue', startSeconds),
        seekTo: (seconds) => send('seek', seconds),
        setPlaybackRate: (rate) => send('rate', rate),
        getPlaybackRate: () => info.rate,
        getAvailablePlaybackRates: () => [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2],
        getPlayerState: () => info.state,
        getDuration: () => info.duration,
        // Between two reports YouTube's player reckons on, from when the frame wrote the last one.
        getCurrentTime: () =>
          info.state === STATES.PLAYING ? info.time + ((now() - info.told) / 1000) * info.rate : info.time,
      };
      this.destroy = () => {
        window.removeEventListener('message', listen);
        frame.replaceWith(place);
      };
    }
  }

  window.YT = { Player, PlayerState: STATES };
  window.onYouTubeIframeAPIReady?.();
})();
