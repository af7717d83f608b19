declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  type Listed = { objects: { key: string; size: number; lastModifiedDate: Date }[]; isTruncated: boolean };

  /** Types of the features that the tests use, since the package has none. */
  export default class S3rver {
    constructor(options: {
      directory: string;
      silent: boolean;
      /** `configs` are XML documents. */
      configureBuckets: { name: string; configs?: string[] }[];
    });
    configureBuckets(): Promise<unknown>;
    getMiddleware(): RequestListener;
    store: {
      listObjects(
        bucket: string,
        options: { prefix?: string; delimiter?: string; startAfter?: string; maxKeys?: number },
      ): Promise<Listed>;
    };
  }
}
