/** The channels of the setting `notify`: webhooks, text for ntfy and similar services, and commands. */
import { spawn } from 'node:child_process';
import type { Channel, Notice } from '../protocol/notify.ts';
import { post } from './guarded-request.ts';
import type { ChannelTarget, Sent } from './target.ts';

const TIMEOUT_MS = 10_000;
const COMMAND_TIMEOUT_MS = 30_000;

/** Addresses in the settings are the user's own choice, so private addresses are allowed. */
export function toTarget(channel: Channel, environment: NodeJS.ProcessEnv): ChannelTarget {
  const { detail, kinds } = channel;
  switch (channel.type) {
    case 'webhook':
      return { name: nameOf(channel), detail, kinds, send: (notice) => sendJson(channel.url, notice) };
    case 'ntfy':
      return { name: nameOf(channel), detail, kinds, send: (notice) => sendText(channel.url, notice) };
    case 'command':
      return {
        name: nameOf(channel),
        detail,
        kinds,
        send: (notice) => runCommand(channel.command, notice, environment),
      };
  }
}

function nameOf(channel: Channel): string {
  return channel.type === 'command'
    ? `command ${channel.command[0]}`
    : `${channel.type} ${new URL(channel.url).host}`;
}

function sendJson(url: string, notice: Notice): Promise<Sent> {
  return sendTo(url, { 'content-type': 'application/json' }, JSON.stringify(notice));
}

function sendText(url: string, { kind, title, detail, host }: Notice): Promise<Sent> {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    title: toHeader(`${title} (${host})`),
    priority: kind === 'needs_answer' ? 'high' : 'default',
    tags: kind,
  };
  return sendTo(url, headers, detail);
}

async function sendTo(url: string, headers: Record<string, string>, body: string): Promise<Sent> {
  try {
    const { status } = await post(url, { headers, body, allowPrivate: true, timeoutMs: TIMEOUT_MS });
    if (status >= 200 && status < 300) return { state: 'accepted' };
    const reason = `it responded with status ${status}`;
    return status === 429 || status >= 500
      ? { state: 'failed', reason, retryMs: 0 }
      : { state: 'failed', reason };
  } catch (error) {
    return { state: 'failed', reason: (error as Error).message, retryMs: 0 };
  }
}

/** Headers can contain Latin letters only; others are encoded according to RFC 2047. */
function toHeader(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return /^[\x20-\x7e]*$/.test(line) ? line : `=?UTF-8?B?${Buffer.from(line).toString('base64')}?=`;
}

/** A command is not run again: what it did before it failed is unknown. */
function runCommand(command: readonly string[], notice: Notice, env: NodeJS.ProcessEnv): Promise<Sent> {
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env,
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: COMMAND_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    child.on('error', (error) => resolve({ state: 'failed', reason: error.message }));
    child.on('close', (code, signal) => {
      if (code === 0) resolve({ state: 'accepted' });
      else
        resolve({
          state: 'failed',
          reason: signal ? `it was killed by ${signal}` : `it exited with code ${code}`,
        });
    });
    // A program that does not read its input is not an error.
    child.stdin.on('error', () => {});
    child.stdin.end(`${JSON.stringify(notice)}\n`);
  });
}
