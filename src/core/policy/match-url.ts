/**
 * Hosts and URLs. Granting requires an ordinary URL; refusing matches any port, and URLs that cannot be
 * parsed.
 */
import { segmentsOf } from './paths.ts';
import { PatternError } from './pattern-error.ts';

const HOST = /^(\*\.)?([a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Throws PatternError with what is wrong. */
export function checkHostPattern(pattern: string): void {
  if (!HOST.test(pattern.toLowerCase()))
    throw new PatternError('must be a host such as "example.com", "*.example.com" or "example.com:8443"');
}

/** Throws PatternError with what is wrong. */
export function checkUrlPattern(pattern: string): void {
  const fixed = pattern.replace(/\*$/, '');
  if (!/^https?:\/\/[^/*]+\//.test(fixed) || fixed.includes('*') || !readUrl(fixed))
    throw new PatternError(
      'must be a URL such as "https://example.com/docs/*", with a "*" only at the end and after the host',
    );
}

export function hostMatches(pattern: string, address: string, isWide: boolean): boolean {
  const url = readUrl(address);
  if (!url) return isWide;
  const [, any, name = '', port] = HOST.exec(pattern.toLowerCase()) ?? [];
  const host = url.hostname.replace(/\.$/, '');
  const isHost = any ? host.endsWith(`.${name}`) : host === name;
  if (!isHost || isWide) return isHost && (port === undefined || port === portOf(url));
  return isOrdinary(url) && (port === undefined ? url.port === '' : port === portOf(url));
}

export function urlMatches(pattern: string, address: string, isWide: boolean): boolean {
  const url = readUrl(address);
  if (!url) return isWide;
  if (!isWide && !isOrdinary(url)) return false;
  const fixed = readUrl(pattern.replace(/\*$/, ''));
  if (!fixed || url.origin !== fixed.origin) return false;
  const [rest, begin] = [restOf(url), restOf(fixed)];
  return pattern.endsWith('*') ? rest.startsWith(begin) : rest === begin;
}

/**
 * The part after the host. Node 20 leaves some `..` in a path (seen with 20.20.2, after a name with a dot),
 * so they are resolved here.
 */
function restOf({ pathname, search, hash }: URL): string {
  const path = pathname.replace(/%2e/gi, '.');
  const isFolder = /\/(?:\.{1,2})?$/.test(path);
  const parts = segmentsOf(path);
  return `/${parts.join('/')}${isFolder && parts.length > 0 ? '/' : ''}${search}${hash}`;
}

/** A web address that shows completely where it leads. */
export function isOrdinaryAddress(address: string): boolean {
  const url = readUrl(address);
  return url !== undefined && isOrdinary(url);
}

function isOrdinary(url: URL): boolean {
  return url.protocol in DEFAULT_PORTS && url.username === '' && url.password === '';
}

function portOf(url: URL): string {
  return url.port || (DEFAULT_PORTS[url.protocol] ?? '');
}

function readUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
