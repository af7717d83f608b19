// The page's side of the double: the part of https://www.youtube.com/iframe_api that concerns a player.
(() => {
  const STATES = { UNSTARTED: -1, ENDED: 0, PLAYING: 1, PAUSED: 2, BUFFERING: 3, CUED: 5 };

  /** The same in the page and in the frame. */
  const now = () => performance.timeOrigin + performance.now();

  class Player {
    constructor(placeholder, { videoId, host = 'https://www.youtube.com', playerVars = {}, events = {} }) {
      const frame = document.createElement('iframe');
      frame.src = `${host}/embed/${videoId}?${new URLSearchParams(playerVars)}`;
      frame.allow = 'autoplay; encrypted-media';
      frame.title = 'YouTube video player';
      placeholder.replaceWith(frame);
      const info = { state: STATES.UNSTARTED, time: 0, duration: 0, rate: 1, sentAt: 0 };

      const listen = ({ source, data }) => {
        if (source !== frame.contentWindow) return;
        if (data.info) Object.assign(info, data.info);
        if (data.event === 'onReady') Object.assign(this, methods);
        if (data.event) events[data.event]?.({ target: this, data: data.data });
      };
      window.addEventListener('message', listen);
      const send = (command, argument) => frame.contentWindow?.postMessage({ command, argument }, '*');

      // Available after onReady, like YouTube's own.
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
        // Between reports, YouTube's player extrapolates from the time at which the frame sent the last one.
        getCurrentTime: () =>
          info.state === STATES.PLAYING ? info.time + ((now() - info.sentAt) / 1000) * info.rate : info.time,
      };
      this.destroy = () => {
        window.removeEventListener('message', listen);
        frame.replaceWith(placeholder);
      };
    }
  }

  window.YT = { Player, PlayerState: STATES };
  window.onYouTubeIframeAPIReady?.();
})();
