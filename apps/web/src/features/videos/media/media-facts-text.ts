import type { videos } from '@sayback/contract';
import { formatClock } from '../../../ui/format-clock.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a size in the largest suitable unit, such as `160 MB`. */
function formatBytes(bytes: number, language: string): string {
  const exponent = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** exponent;
  const unit = UNITS[exponent] ?? 'byte';
  return value.toLocaleString(language, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 });
}

/** Formats the known properties of a video's media, such as `1:30:00, 640×360, 160 MB`; empty if there are none. */
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
