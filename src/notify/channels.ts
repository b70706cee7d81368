/** The channels of the setting `notify`: webhooks, text for ntfy and similar services, and commands. */
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { sha256 } from '../lib/sha256.ts';
import type { Channel, Notice } from '../protocol/notify.ts';
import { post } from './guarded-request.ts';
import type { ChannelTarget, Sent } from './target.ts';

type Of<Type extends Channel['type']> = Extract<Channel, { type: Type }>;

const TIMEOUT_MS = 10_000;
const COMMAND_TIMEOUT_MS = 30_000;

export interface ChannelContext {
  readonly env: NodeJS.ProcessEnv;
  readonly now: Clock;
}

/** Addresses in the settings are the user's own choice, so private addresses are allowed. */
export function toTarget(channel: Channel, { env, now }: ChannelContext): ChannelTarget {
  const { type, detail, kinds } = channel;
  const address = type === 'command' ? channel.command : channel.url;
  const about = { name: nameOf(channel), id: sha256(JSON.stringify([type, address])), detail, kinds };
  switch (type) {
    case 'webhook':
      return { ...about, isRepeatable: true, send: (notice) => sendJson(channel, notice, now) };
    case 'ntfy':
      return { ...about, isRepeatable: true, send: (notice) => sendText(channel, notice) };
    case 'command':
      return { ...about, isRepeatable: false, send: (notice) => runCommand(channel, notice, env) };
  }
}

function nameOf(channel: Channel): string {
  return channel.type === 'command'
    ? `command ${channel.command[0]}`
    : `${channel.type} ${new URL(channel.url).host}`;
}

function sendJson({ url, headers, secret }: Of<'webhook'>, notice: Notice, now: Clock): Promise<Sent> {
  const body = JSON.stringify(notice);
  const own = {
    'content-type': 'application/json',
    'x-reins-delivery': notice.id,
    'x-reins-event': notice.kind,
    ...(secret !== undefined && { 'x-reins-signature': sign(body, secret, Math.floor(now() / 1000)) }),
  };
  return sendTo(url, { ...headers, ...own }, body);
}

/** The time is part of what is signed, so that a recorded request cannot be repeated later. */
function sign(body: string, secret: string, seconds: number): string {
  const hash = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${hash}`;
}

function sendText({ url, headers }: Of<'ntfy'>, notice: Notice): Promise<Sent> {
  const { kind, title, detail, host, text, link } = notice;
  const own = {
    'content-type': 'text/plain; charset=utf-8',
    title: toHeader(`${title} (${host})`),
    priority: kind === 'needs_answer' ? 'high' : 'default',
    tags: kind,
    ...(link !== undefined && {
      click: link,
      actions: `view, ${kind === 'needs_answer' ? 'Answer' : 'Open'}, ${link}`,
    }),
  };
  return sendTo(url, { ...own, ...headers }, text ?? detail);
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

/** What programs need to run and to show something on a desktop. Nothing else: the hub's environment may contain secrets. */
const PASSED =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TERM|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_\w+|DBUS_SESSION_BUS_ADDRESS)$/;

/** A command is not run again: what it did before it failed is unknown. */
function runCommand(
  { command, env = {} }: Of<'command'>,
  notice: Notice,
  all: NodeJS.ProcessEnv,
): Promise<Sent> {
  const [program = '', ...args] = command;
  const passed = Object.entries(all).filter(([name]) => PASSED.test(name));
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...Object.fromEntries(passed), ...env },
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
