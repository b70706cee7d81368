/** A shell function for the scripts that hooks run: whether a socket, and the folder it is in, are the user's own. */

/** Whoever else could put a socket there would answer in the hub's place. */
export const IS_OWN_SOCKET = `# A socket of this user, in a folder of this user that nobody else can write to.
is_own_socket() {
  [ -S "$1" ] && [ -O "$1" ] && [ -O "\${1%/*}" ] || return 1
  case $(ls -ld "\${1%/*}" 2>/dev/null) in d????-??-?*) return 0 ;; esac
  return 1
}
`;
