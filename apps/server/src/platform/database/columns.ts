import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** An id or milliseconds: up to 2^53. */
export const int8 = () => bigint({ mode: 'number' });
export const id = () => int8().primaryKey().generatedAlwaysAsIdentity();
export const instant = () => timestamp({ withTimezone: true });

/** Text that is compared and sorted by bytes, independent of the database's collation. */
export const bytewiseText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
