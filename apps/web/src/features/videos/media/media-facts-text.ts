import type { videos } from '@sayback/contract';
import { formatClock } from '../../../ui/format-clock.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a size in the largest unit of at least one: `160 MB`. */
function formatBytes(bytes: number, language: string): string {
  const at = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** at;
  const unit = UNITS[at] ?? 'byte';
  return value.toLocaleString(language, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 });
}

/** Formats the known facts of a video's media: `90:00, 640×360, 160 MB`; empty if there are none. */
export function mediaFactsText({ media, media_type }: videos.Video, language: string): string {
  if (!media) return media_type ?? '';
  const { duration_ms, width, height, bytes } = media;
  return [
    duration_ms !== null && formatClock(Math.round(duration_ms / 1000)),
    width !== null && height !== null && `${width}×${height}`,
    formatBytes(bytes, language),
  ]
    .filter(Boolean)
    .join(', ');
}
