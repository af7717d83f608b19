import { videos } from '@sayback/contract';
import { z } from 'zod';

/** Fields of the Data API's replies that the server uses. */

const text = z.string().catch('');

/** Results without a video id, such as channels and playlists, get an empty `videoId`. */
const searchItem = z.object({
  id: z.object({ videoId: z.string().regex(videos.YOUTUBE_ID) }).catch({ videoId: '' }),
  snippet: z
    .object({ title: text, liveBroadcastContent: z.string().catch('none') })
    .catch({ title: '', liveBroadcastContent: 'none' }),
});

export const searchPage = z.object({
  items: z.array(searchItem.nullable().catch(null)).default([]),
  nextPageToken: z.string().optional().catch(undefined),
});

const countries = z
  .array(z.string().regex(/^[A-Z]{2}$/))
  .optional()
  .catch(undefined);

const video = z.object({
  id: z.string().regex(videos.YOUTUBE_ID),
  snippet: z.object({
    title: text,
    description: text,
    channelTitle: text,
    liveBroadcastContent: z.string().catch('none'),
  }),
  contentDetails: z.object({
    duration: text,
    caption: z.enum(['true', 'false']).catch('false'),
    regionRestriction: z.object({ allowed: countries, blocked: countries }).optional().catch(undefined),
  }),
  status: z.object({
    embeddable: z.boolean().catch(true),
    license: z.enum(['youtube', 'creativeCommon']).nullable().catch(null),
    privacyStatus: z.string().catch('public'),
  }),
});
export type VideoReply = z.output<typeof video>;

/** An unreadable video is skipped. */
export const videoPage = z.object({ items: z.array(video.nullable().catch(null)).default([]) });

export const failure = z.object({
  error: z.object({
    message: text,
    errors: z.array(z.object({ reason: text })).catch([]),
    details: z.array(z.object({ reason: text })).catch([]),
  }),
});

const DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** Parses YouTube's ISO 8601 duration (`PT1H2M3S`) to seconds; null for anything else. */
export function readDuration(duration: string): number | null {
  const parts = DURATION.exec(duration)?.slice(1);
  if (!parts?.some(Boolean)) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const total = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
  return total > 0 && total <= 2_147_483_647 ? total : null;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes HTML entities in a title, once: `&amp;lt;` becomes `&lt;`. */
export function decodeTitle(title: string): string {
  const decoded = title.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (entity, decimal, hex, name) => {
      if (name) return ENTITIES[String(name).toLowerCase()] ?? entity;
      const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : entity;
    },
  );
  return storableText(decoded);
}

/** Removes NUL and lone surrogates, which can't be stored. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '').trim();
