import type { Engine } from '../../engine/engine.ts';
import type { Captions } from '../../platform/captions/captions.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Listener } from '../../platform/database/listener.ts';
import type { YouTubeSearch } from '../../platform/youtube/youtube-search.ts';

export type Deps = {
  db: Database;
  listener: Listener;
  engine: Engine;
  youtube: YouTubeSearch;
  captions: Captions;
  publicUrl: string;
};
