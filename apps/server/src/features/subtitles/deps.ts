import type { Engine } from '../../engine/engine.ts';
import type { PooledDatabase } from '../../platform/database/database.ts';
import type { MediaSigner } from '../videos/index.ts';

export type Deps = { db: PooledDatabase; engine: Engine; signer: MediaSigner; publicUrl: string };
