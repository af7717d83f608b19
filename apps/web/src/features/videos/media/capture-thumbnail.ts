/** Maximum width of a card's picture, on a screen with a pixel ratio of two. */
const MAX_WIDTH = 640;
const JPEG_QUALITY = 0.82;
/** Timeout, since a browser may never report that it can't read the file. */
const TIMEOUT_MS = 10_000;

/**
 * Returns the time of the thumbnail's frame, in seconds: a tenth into the video, past the black of the first second, but never
 * past the middle. An unknown duration is infinite.
 */
export function chooseMoment(duration: number): number {
  if (!Number.isFinite(duration)) return 1;
  return Math.min(Math.max(1, duration * 0.1), duration / 2);
}

/** Returns the size of the drawn frame: at most 640 wide, in whole pixels, with its aspect ratio preserved. */
export function fitSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, MAX_WIDTH / width);
  return { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) };
}

function happens(video: HTMLVideoElement, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${name} in time`)), TIMEOUT_MS);
    const settle = (act: () => void) => () => {
      clearTimeout(timer);
      act();
    };
    video.addEventListener(name, settle(resolve), { once: true });
    video.addEventListener(
      'error',
      settle(() => reject(new Error('unreadable'))),
      { once: true },
    );
  });
}

async function draw(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = Object.assign(
    document.createElement('canvas'),
    fitSize(video.videoWidth, video.videoHeight),
  );
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
}

/** Captures a frame of a media file as JPEG. Null for audio, or media that this browser can't read. */
export async function captureThumbnail(file: File): Promise<Blob | null> {
  if (file.type.startsWith('audio/')) return null;
  const address = URL.createObjectURL(file);
  const video = Object.assign(document.createElement('video'), {
    muted: true,
    playsInline: true,
    preload: 'auto',
  });
  try {
    const loaded = happens(video, 'loadeddata');
    video.src = address;
    await loaded;
    if (video.videoWidth === 0) return null;
    const seeked = happens(video, 'seeked');
    video.currentTime = chooseMoment(video.duration);
    await seeked;
    return await draw(video);
  } catch {
    return null;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
}
