import type { Database } from '../database/database.ts';
import { openQuotaStore, type Quota } from './quota-store.ts';
import {
  decodeTitle,
  readDuration,
  searchPage,
  storableText,
  type VideoReply,
  videoPage,
} from './replies.ts';
import { type DataApi, requestDataApi } from './request-data-api.ts';
import { searchErrors, YouTubeSearchError } from './search-error.ts';
import { filterParameters, type SearchFilters } from './search-filters.ts';
import { buildQuery, chooseKeyword, createTitleFilter } from './search-terms.ts';

export type { Quota } from './quota-store.ts';
export type { SearchFilters } from './search-filters.ts';

export type LanguageSearch = {
  language: string;
  keywords: readonly string[];
  exclusions: readonly string[];
  /** Maximum number of results, 1 to 50. */
  maxResults: number;
  filters: SearchFilters;
};

/** A video that can be embedded, and isn't live. Texts are plain, without markup. */
export type SearchResult = {
  youtube_id: string;
  title: string;
  description: string;
  channel: string;
  duration_seconds: number | null;
  license: 'youtube' | 'creativeCommon' | null;
  has_captions: boolean;
  region_restriction: { allowed?: string[]; blocked?: string[] } | null;
  /** The matching keyword, if it can be determined; otherwise all keywords. */
  keyword: string;
};

export type YouTubeSearch = {
  isConfigured: boolean;
  /** Searches in one language. Throws a `YouTubeSearchError`, or the signal's reason. */
  search: (search: LanguageSearch, signal?: AbortSignal) => Promise<SearchResult[]>;
  quota: () => Promise<Quota>;
};

export type SearchSettings = { apiKey: string | null; url: string; timeoutMs: number; backOffMs?: number };

const IDS_PER_CALL = 50;
/** Pages per search. Each counts as a search. */
const PAGES = 3;

/** Opens the search of YouTube's Data API v3. Without a key, every search fails with an error that names the missing setting. */
export function openYouTubeSearch(
  settings: SearchSettings,
  db: Pick<Database, 'execute'>,
  now: () => Date = () => new Date(),
): YouTubeSearch {
  const quota = openQuotaStore(db, now);
  const { apiKey, url, timeoutMs, backOffMs = 500 } = settings;
  if (apiKey === null) {
    return {
      isConfigured: false,
      search: () => Promise.reject(searchErrors.notConfigured()),
      quota: quota.read,
    };
  }
  const api: DataApi = { url, apiKey, timeoutMs, backOffMs, resetsAt: quota.resetsAt };

  /** Finds ids and titles; requests further pages if there are too few. */
  async function findIds(search: LanguageSearch, signal?: AbortSignal): Promise<Map<string, string>> {
    const parameters = searchParameters(search);
    const titleById = new Map<string, string>();
    const seenTokens = new Set<string>();
    for (let page = 1; ; page += 1) {
      const call = { resource: 'search', parameters, onAttempt: () => quota.spend({ searches: 1 }) } as const;
      const { items, nextPageToken } = await requestDataApi(api, call, searchPage, signal);
      for (const { id, snippet } of items.filter((item) => item !== null)) {
        const isLive = snippet.liveBroadcastContent !== 'none';
        if (id.videoId !== '' && !isLive && !titleById.has(id.videoId))
          titleById.set(id.videoId, snippet.title);
      }
      const isShort = titleById.size < search.maxResults && items.length < search.maxResults;
      // A page whose next page is itself or an earlier one would use up the quota.
      if (!isShort || !nextPageToken || seenTokens.has(nextPageToken) || page === PAGES) return titleById;
      seenTokens.add(nextPageToken);
      parameters.set('pageToken', nextPageToken);
    }
  }

  async function fetchDetails(ids: readonly string[], signal?: AbortSignal): Promise<VideoReply[]> {
    const videos: VideoReply[] = [];
    for (let start = 0; start < ids.length; start += IDS_PER_CALL) {
      const parameters = new URLSearchParams({
        part: 'snippet,contentDetails,status',
        id: ids.slice(start, start + IDS_PER_CALL).join(','),
      });
      const call = { resource: 'videos', parameters, onAttempt: () => quota.spend({ units: 1 }) } as const;
      const { items } = await requestDataApi(api, call, videoPage, signal);
      videos.push(...items.filter((item) => item !== null));
    }
    return videos;
  }

  async function search(query: LanguageSearch, signal?: AbortSignal): Promise<SearchResult[]> {
    try {
      const ids = await findIds(query, signal);
      const byId = new Map((await fetchDetails([...ids.keys()], signal)).map((video) => [video.id, video]));
      const isExcluded = createTitleFilter(query.exclusions);
      return [...ids]
        .flatMap(([id, title]) => {
          // Videos missing from the reply are deleted or private.
          const video = byId.get(id);
          return video && canBePractised(video) ? [toResult(video, decodeTitle(title), query.keywords)] : [];
        })
        .filter(({ title }) => title !== '' && !isExcluded(title))
        .slice(0, query.maxResults);
    } catch (error) {
      if (error instanceof YouTubeSearchError && error.kind === 'quota') await quota.markExhausted();
      throw error;
    }
  }

  return { isConfigured: true, search, quota: quota.read };
}

function searchParameters(search: LanguageSearch): URLSearchParams {
  return new URLSearchParams({
    part: 'snippet',
    // Every filter on videos requires this.
    type: 'video',
    videoEmbeddable: 'true',
    videoSyndicated: 'true',
    maxResults: String(Math.min(Math.max(search.maxResults, 1), 50)),
    q: buildQuery(search.keywords, search.exclusions),
    relevanceLanguage: relevanceLanguage(search.language),
    ...filterParameters(search.filters),
  });
}

/** Converts a code to two letters, except for Chinese, whose script matters. */
function relevanceLanguage(code: string): string {
  return code.startsWith('zh-') ? code : (code.split('-')[0] ?? code);
}

function canBePractised({ snippet, status }: VideoReply): boolean {
  return snippet.liveBroadcastContent === 'none' && status.embeddable && status.privacyStatus !== 'private';
}

function toResult(video: VideoReply, title: string, keywords: readonly string[]): SearchResult {
  const { snippet, contentDetails, status } = video;
  const { allowed, blocked } = contentDetails.regionRestriction ?? {};
  const displayTitle = title || storableText(snippet.title);
  const description = storableText(snippet.description);
  return {
    youtube_id: video.id,
    title: displayTitle,
    description,
    channel: storableText(snippet.channelTitle),
    duration_seconds: readDuration(contentDetails.duration),
    license: status.license,
    has_captions: contentDetails.caption === 'true',
    region_restriction:
      allowed || blocked ? { ...(allowed && { allowed }), ...(blocked && { blocked }) } : null,
    keyword: chooseKeyword(keywords, `${displayTitle}\n${description}`),
  };
}
