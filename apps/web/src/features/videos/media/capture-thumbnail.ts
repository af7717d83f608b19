/** Maximum width of a card's picture, in pixels, for a device pixel ratio of two. */
const MAX_WIDTH = 640;
const JPEG_QUALITY = 0.82;
/** Some browsers never report that they can't read a file. */
const TIMEOUT_MS = 10_000;

/**
 * Returns the time of the thumbnail's frame, in seconds: a tenth into the video, after the first second, which is often black, but
 * never after the middle. An unknown duration is infinite.
 */
export function thumbnailTime(duration: number): number {
  if (!Number.isFinite(duration)) return 1;
  return Math.min(Math.max(1, duration * 0.1), duration / 2);
}

/** Scales a size to a width of at most 640 pixels, preserving the aspect ratio. */
export function fitSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, MAX_WIDTH / width);
  return { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) };
}

function waitForEvent(video: HTMLVideoElement, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${name} in time`)), TIMEOUT_MS);
    const settle = (callback: () => void) => () => {
      clearTimeout(timer);
      callback();
    };
    video.addEventListener(name, settle(resolve), { once: true });
    video.addEventListener(
      'error',
      settle(() => reject(new Error('unreadable'))),
      { once: true },
    );
  });
}

async function drawFrame(video: HTMLVideoElement): Promise<Blob | null> {
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
  const url = URL.createObjectURL(file);
  const video = Object.assign(document.createElement('video'), {
    muted: true,
    playsInline: true,
    preload: 'auto',
  });
  try {
    const loaded = waitForEvent(video, 'loadeddata');
    video.src = url;
    await loaded;
    if (video.videoWidth === 0) return null;
    const seeked = waitForEvent(video, 'seeked');
    video.currentTime = thumbnailTime(video.duration);
    await seeked;
    return await drawFrame(video);
  } catch {
    return null;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}
