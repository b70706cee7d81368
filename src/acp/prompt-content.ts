/**
 * Converts an editor's prompt to a prompt of the hub: text, mentioned files, excerpts of files, images and
 * documents.
 */
import type { ContentBlock, EmbeddedResource } from '@agentclientprotocol/sdk';
import { ReinsError } from '../protocol/errors.ts';

export type PromptContent = { readonly text: string } | { readonly content: readonly object[] };

/** Throws `unsupported_content` for content that Claude does not accept. */
export function readPrompt(blocks: readonly ContentBlock[]): PromptContent {
  let words = '';
  const attached: string[] = [];
  const files: object[] = [];
  for (const block of blocks) {
    switch (block.type) {
      case 'text':
        words += block.text;
        break;
      case 'resource_link':
        words += mention(block.uri, block.name);
        break;
      case 'image':
        files.push(base64('image', block.mimeType, block.data));
        break;
      case 'resource': {
        const { uri } = block.resource;
        words += mention(uri, uri);
        if ('text' in block.resource) attached.push(attachment(uri, block.resource.text));
        else files.push(readBlob(block.resource));
        break;
      }
      default:
        throw unsupported(`A block of type "${block.type}" cannot be sent to Claude.`);
    }
  }
  const text = [words, ...attached].join('\n\n');
  if (files.length === 0) return { text };
  return { content: [...(text.trim() === '' ? [] : [{ type: 'text', text }]), ...files] };
}

/**
 * A file on this machine is mentioned as a person would mention it to Claude Code, which then reads it
 * itself.
 */
function mention(uri: string, name: string): string {
  const path = pathOf(uri);
  if (path === undefined) return name === uri ? uri : `[${name}](${uri})`;
  return /[\s"]/.test(path) ? `@"${path.replaceAll('"', '\\"')}"` : `@${path}`;
}

function pathOf(uri: string): string | undefined {
  if (uri.startsWith('/')) return uri;
  if (!uri.startsWith('file://') || !URL.canParse(uri)) return undefined;
  const { pathname, hash } = new URL(uri);
  // A range of lines, as editors write it: file:///a.ts#L10:20 is a.ts#L10-20 for Claude Code.
  const [, from, to] = /^#L(\d+)(?:[:-]L?(\d+))?$/.exec(hash) ?? [];
  return decode(pathname) + (from ? `#L${from}${to ? `-${to}` : ''}` : '');
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The content in the editor, which may be unsaved. */
function attachment(uri: string, text: string): string {
  return `<context ref="${uri.replaceAll('"', '%22')}">\n${text}\n</context>`;
}

function readBlob(resource: EmbeddedResource['resource']): object {
  const { uri, mimeType } = resource;
  if ('blob' in resource && mimeType?.startsWith('image/')) return base64('image', mimeType, resource.blob);
  if ('blob' in resource && mimeType === 'application/pdf') {
    return base64('document', mimeType, resource.blob);
  }
  throw unsupported(`${uri} (${mimeType ?? 'unknown type'}) cannot be sent to Claude.`);
}

function base64(type: 'image' | 'document', media_type: string, data: string): object {
  return { type, source: { type: 'base64', media_type, data } };
}

function unsupported(message: string): ReinsError {
  return new ReinsError('unsupported_content', `${message} Text, images, PDF files and links are supported.`);
}

/** The text only. */
export function wordsOf(prompt: PromptContent): string {
  if ('text' in prompt) return prompt.text;
  return prompt.content
    .map((block) => (block as { text?: unknown }).text)
    .filter((text) => typeof text === 'string')
    .join('\n');
}
