/**
 * Freezes random processes of the tests for moments, as a busy machine does. A test that relies on the usual order of events
 * fails soon, and not once in a hundred runs. Uses control groups of Linux, because shells and tmux would notice SIGSTOP.
 */
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of the names of control groups. */
const PREFIX = 'reins-frozen-';
const EVERY_MS = 100;
/** How long a process stays frozen: less than the second after which a hook no longer waits for a hub. */
const FREEZE_MS = [50, 150, 400, 700];

/** Whether this process may move others between control groups (version 2). */
export function canFreeze() {
  try {
    rmdirSync(createGroup(`${PREFIX}${process.pid}`));
    return true;
  } catch {
    return false;
  }
}

/**
 * Chooses among processes that ran since it looked last: freezing one that waits changes nothing.
 * @param {{ isMeant: (environment: readonly string[]) => boolean, note: (line: string) => void }} options
 * @returns {() => void} thaws everything, and ends it
 */
export function startFreezing({ isMeant, note }) {
  /** @type {Map<string, number | undefined>} by pid: the processor time of a process of the tests, undefined for others */
  const times = new Map();
  /** @type {Set<() => void>} */
  const thawing = new Set();
  removeGroups();
  let groups = 0;

  const timer = setInterval(() => {
    const busy = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && hasRun(pid));
    const pid = busy[Math.floor(Math.random() * busy.length)];
    const ms = FREEZE_MS[Math.floor(Math.random() * FREEZE_MS.length)] ?? 0;
    if (pid !== undefined) freeze(pid, ms);
  }, EVERY_MS);

  /** @param {string} pid */
  function hasRun(pid) {
    try {
      if (!times.has(pid))
        times.set(pid, isMeant(readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')) ? 0 : undefined);
      const before = times.get(pid);
      if (before === undefined) return false;
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const now = Number(fields[11]) + Number(fields[12]);
      times.set(pid, now);
      return now !== before;
    } catch {
      times.delete(pid);
      return false;
    }
  }

  /** @param {string} pid @param {number} ms */
  function freeze(pid, ms) {
    const home = homeOf(pid);
    if (home === undefined) return;
    const group = createGroup(`${PREFIX}${process.pid}-${groups++}`);
    const thaw = () => {
      clearTimeout(thawed);
      thawing.delete(thaw);
      writeFileSync(join(group, 'cgroup.freeze'), '0');
      // It may have started others in the moment before.
      for (const frozen of readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean))
        move(frozen, home);
    };
    const thawed = setTimeout(thaw, ms);
    thawing.add(thaw);
    writeFileSync(join(group, 'cgroup.freeze'), '1');
    move(pid, group);
    note(`${new Date().toISOString()} ${ms} ms: ${pid} ${commandOf(pid)}`);
  }

  return () => {
    clearInterval(timer);
    for (const thaw of thawing) thaw();
    removeGroups();
  };
}

/** @param {string} name */
function createGroup(name) {
  const group = join(mountPoint(), name);
  mkdirSync(group);
  return group;
}

function mountPoint() {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const [, folder = ''] =
    mounts.map((line) => line.split(' ')).find(([, , type]) => type === 'cgroup2') ?? [];
  return folder;
}

/**
 * The control group of a process. Undefined if it has ended.
 * @param {string} pid
 */
function homeOf(pid) {
  try {
    return join(mountPoint(), readFileSync(`/proc/${pid}/cgroup`, 'utf8').split('::')[1]?.trim() ?? '');
  } catch {
    return undefined;
  }
}

/** @param {string} pid @param {string} group */
function move(pid, group) {
  try {
    writeFileSync(join(group, 'cgroup.procs'), pid);
  } catch {
    // It has ended.
  }
}

/** Removes the groups of frozen processes, except those in which one has not been collected yet by its parent. */
function removeGroups() {
  for (const name of readdirSync(mountPoint()).filter((entry) => entry.startsWith(PREFIX))) {
    try {
      rmdirSync(join(mountPoint(), name));
    } catch {
      // The next run removes it.
    }
  }
}

/** @param {string} pid */
function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 150);
  } catch {
    return '';
  }
}
