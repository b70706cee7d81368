/** Programs that run other commands, as far as they are known, by the name of their file. Data only. */

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Their arguments are commands, or they change what the rest of the line means, or they can type into a terminal. */
export const RUNNERS = list(`
  eval exec command builtin source . alias unalias trap xargs parallel sudo doas su runuser pkexec run0 env nice ionice
  chrt taskset nohup setsid timeout stdbuf unbuffer watch entr script expect flock chroot unshare nsenter
  setpriv capsh systemd-run at batch crontab ssh rsh mosh sshpass autossh busybox toybox strace ltrace gdb lldb socat
  caffeinate dbus-run-session xvfb-run fakeroot proot bwrap firejail setarch linux32 linux64 sg ssh-agent rlwrap chronic
  run-parts hyperfine perf valgrind wsl
  tmux screen zellij dtach abduco osascript claude csh tcsh fish pwsh powershell
  export declare typeset readonly local set unset shopt setopt unsetopt emulate enable disable hash unhash rehash
  bind bindkey zmodload autoload functions let read readarray mapfile getopts vared compgen complete compctl fc
  history zle sched
`);

/** Shells that can be given a script by its name. */
export const SHELLS = list('sh bash dash ash zsh ksh mksh');

/** Interpreters that can be given a script by its name, and the options that carry code instead. */
export const INTERPRETERS: ReadonlyMap<string, RegExp> = new Map([
  ['python', /^-[A-Za-z]*c/],
  ['pypy', /^-[A-Za-z]*c/],
  ['node', /^(?:-[a-z]*[ep]|--(?:eval|print|import|loader|experimental.loader))/],
  ['bun', /^(?:-[a-z]*[ep]|--(?:eval|print|import|preload))/],
  ['perl', /^-[A-Za-z0-9]*[eEMm]/],
  ['ruby', /^-[A-Za-z0-9]*e/],
  ['php', /^-[A-Za-z]*[rRBEFd]/],
  ['lua', /^-[A-Za-z]*e/],
  ['rscript', /^-e/],
]);

/** An argument of theirs is a whole program. */
export const SCRIPTED = list(
  'awk gawk mawk nawk sed ed ex vi vim nvim emacs m4 dc tclsh jshell irb sqlite3 psql mysql mariadb',
);

/** Of those, the ones that do not take commands from a pipe. */
export const FILTERS = list('awk gawk mawk nawk sed');

/** Arguments that make a program run another one, or remove files while it looks harmless. */
export const TELLING_ARGUMENTS: ReadonlyMap<string, RegExp> = new Map([
  ['find', /^-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)$/],
  ['fd', /^(?:-[a-zA-Z]*[xX]|--exec)/],
  ['rg', /^--(?:pre|hostname-bin)/],
  ['tar', /^(?:--(?:to-c|checkpoint-a|use|info-s|new-vol|rsh|rmt)|-[A-Za-z]*[IF])/],
  ['git', /^(?:-c$|-x|-O|foreach$|run$|--(?:config-env|exec|upl|rece|open|outp))/],
  ['sort', /^--comp/],
  ['rsync', /^(?:-[A-Za-z]*e|--rsh|--rsync-path)/],
  ['deno', /^(?:eval|repl)$/],
]);

/** Built into shells, which work out some of their arguments once more: a `$` in one may run, even from within quotes. */
export const EVALUATING = list('printf print test exit return shift break continue wait kill ulimit');
