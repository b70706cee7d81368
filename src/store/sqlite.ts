/**
 * The SQLite library in one place. Its API is that of `node:sqlite`, which newer versions of Node include.
 */
import { backup, DatabaseSync } from '@photostructure/sqlite';

export { backup, DatabaseSync };
export type Database = InstanceType<typeof DatabaseSync>;
export type Statement = ReturnType<Database['prepare']>;
export type SqlValue = string | number | bigint | null | Uint8Array;
