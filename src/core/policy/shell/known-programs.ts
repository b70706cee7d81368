/** Known programs that run other commands, by file name. Data only. */

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/**
 * Their arguments are commands, or they change the meaning of the rest of the line, or they can type into a
 * terminal.
 */
export const RUNNERS = list(`
  eval exec command builtin source . alias unalias trap xargs parallel sudo doas su runuser pkexec run0 env nice ionice
  chrt taskset nohup setsid timeout stdbuf unbuffer watch entr script expect flock chroot unshare nsenter
  setpriv capsh systemd-run at batch crontab ssh rsh mosh sshpass autossh busybox toybox strace ltrace gdb lldb socat
  caffeinate dbus-run-session xvfb-run fakeroot proot bwrap firejail setarch linux32 linux64 sg ssh-agent rlwrap chronic
  run-parts hyperfine perf valgrind wsl time prlimit choom numactl jobs cpulimit cgexec torsocks proxychains proxychains4
  eatmydata faketime catchsegv daemonize start-stop-daemon systemd-cat systemd-inhibit dumb-init tini gosu su-exec
  aa-exec runcon newgrp trickle nix nix-shell flatpak-spawn distrobox toolbox sftp xterm gnome-terminal konsole alacritty
  kitty foot x-terminal-emulator coproc chpst envdir setuidgid softlimit pssh parallel-ssh clush ld.so
  tmux screen zellij dtach abduco osascript claude csh tcsh fish pwsh powershell
  export declare typeset readonly local set unset shopt setopt unsetopt emulate enable disable hash unhash rehash
  bind bindkey zmodload autoload functions let read readarray mapfile getopts vared compgen complete compctl fc
  history zle sched
`);

/** Shells that accept the name of a script. */
export const SHELLS = list('sh bash dash ash zsh ksh mksh');

/** Interpreters that accept the name of a script, followed by its arguments. */
export const INTERPRETERS = list('python pypy node nodejs tsx ts-node bun perl ruby php lua luajit rscript');

/** One of their arguments is a whole program. */
export const SCRIPTED = list(
  'awk gawk mawk nawk sed ed ex vi vim nvim emacs m4 dc tclsh jshell irb sqlite3 psql mysql mariadb ip',
);

/** Those that do not read commands from a pipe. */
export const FILTERS = list('awk gawk mawk nawk sed');

/** They run the program named after one of these subcommands; after their options if there is none. */
export const DELEGATES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['npx', []],
  ['bunx', []],
  ['pnpx', []],
  ['uvx', []],
  ['pipx', ['run']],
  ['npm', ['exec', 'x']],
  ['pnpm', ['exec', 'dlx']],
  ['yarn', ['exec', 'dlx']],
  ['bun', ['x']],
  ['uv', ['run', 'tool']],
  ['bundle', ['exec']],
  ['direnv', ['exec']],
  ...'poetry pipenv hatch pdm rye conda mamba micromamba'
    .split(' ')
    .map((name) => [name, ['run', 'shell']] as const),
  ...'pyenv rbenv nodenv asdf mise nvm fnm volta'
    .split(' ')
    .map((name) => [name, ['exec', 'x', 'run', 'shell']] as const),
]);

/** Shell builtins that evaluate some of their arguments again: a `$` in one may run, even inside quotes. */
export const EVALUATING = list('printf print test exit return shift break continue wait kill ulimit');
