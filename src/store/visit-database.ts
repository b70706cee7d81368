/**
 * Reads a database file and reliably closes it. The library keeps a closed connection's files open until the
 * garbage collector has found its statements (seen with 1.2.1), too late for files about to be moved;
 * detaching is exact.
 */
import { type Database, DatabaseSync } from './sqlite.ts';

/** `use` finds the file's tables and pragmas under the schema name `visited`. */
export function visitDatabase<T>(file: string, use: (database: Database) => T): T {
  const database = new DatabaseSync(':memory:', { timeout: 5000 });
  try {
    database.prepare('ATTACH ? AS visited').run(file);
    try {
      return use(database);
    } finally {
      database.exec('DETACH visited');
    }
  } finally {
    database.close();
  }
}

/** The first defect of the file, or `ok`. */
export function checkVisited(database: Database): string {
  const [first] = database.prepare('PRAGMA visited.quick_check(1)').all() as { quick_check: string }[];
  return first?.quick_check ?? 'it cannot be checked';
}

/** The number of migrations applied to the visited database. */
export function versionOfVisited(database: Database): number {
  return (database.prepare('PRAGMA visited.user_version').get() as { user_version: number }).user_version;
}
