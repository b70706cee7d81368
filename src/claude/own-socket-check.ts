/** A shell function for hook scripts: whether a socket and its folder belong to the user. */

/** Anyone else who could create a socket there could answer in place of the hub. */
export const IS_OWN_SOCKET = `# A socket of this user, in a folder of this user that nobody else can write to.
is_own_socket() {
  [ -S "$1" ] && [ -O "$1" ] && [ -O "\${1%/*}" ] || return 1
  case $(ls -ld "\${1%/*}" 2>/dev/null) in d????-??-?*) return 0 ;; esac
  return 1
}
`;
