/** The process table of this system: /proc on Linux, `ps` on macOS. */
import { ProcTable } from './proc-table.ts';
import type { ProcessTable } from './process-table.ts';
import { PsTable } from './ps-table.ts';

export const processes: ProcessTable = process.platform === 'linux' ? new ProcTable() : new PsTable();
