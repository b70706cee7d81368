/**
 * The address of a session: its id, followed by `@HOST` if several hosts of a fleet know the id. Calls accept it wherever
 * they accept the id. Pure.
 */

export interface Addressed {
  readonly session_id: string;
  readonly host: string;
}

export function sessionAddress({ session_id, host }: Addressed): string {
  return `${session_id}@${host}`;
}

/** Each with the shortest name that is unique in the list: its id, or its address. */
export function withAddresses<About extends Addressed>(
  list: readonly About[],
): (About & { readonly address: string })[] {
  const isShared = ({ session_id }: About) =>
    list.filter((other) => other.session_id === session_id).length > 1;
  return list.map((about) => ({
    ...about,
    address: isShared(about) ? sessionAddress(about) : about.session_id,
  }));
}

export function splitAddress(address: string): { readonly id: string; readonly host?: string } {
  const at = address.indexOf('@');
  return at === -1 ? { id: address } : { id: address.slice(0, at), host: address.slice(at + 1) };
}

/** Whether something belongs to the session at this address. */
export function isOfAddress(address: string, { session_id, host }: Addressed): boolean {
  const wanted = splitAddress(address);
  return session_id === wanted.id && (wanted.host === undefined || wanted.host === host);
}
