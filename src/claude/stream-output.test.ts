import { describe, expect, it } from 'vitest';
import {
  readControlAnswer,
  readInitializeAnswer,
  readResultErrors,
  readSessionId,
  readUnrecognizedModel,
} from './stream-output.ts';

describe('readControlAnswer', () => {
  it('reads responses and refusals with fields in any order', () => {
    const success = {
      response: { request_id: 'a', response: { mode: 'plan' }, subtype: 'success' },
      type: 'control_response',
    };
    expect(readControlAnswer(JSON.stringify(success))).toEqual({
      requestId: 'a',
      response: { mode: 'plan' },
    });
    const error = {
      type: 'control_response',
      response: { subtype: 'error', request_id: 'b', error: 'No.', error_code: 'invalid_mode' },
    };
    expect(readControlAnswer(JSON.stringify(error))).toEqual({
      requestId: 'b',
      response: {},
      error: { code: 'invalid_mode', message: 'No.' },
    });
  });

  it('ignores text that looks like a response', () => {
    const text = JSON.stringify({
      type: 'control_response',
      response: { subtype: 'success', request_id: 'a' },
    });
    expect(readControlAnswer(JSON.stringify({ type: 'assistant', text }))).toBeUndefined();
    const input = JSON.parse(text);
    expect(readControlAnswer(JSON.stringify({ type: 'assistant', input }))).toBeUndefined();
    for (const line of ['"control_response"', '{"control_response"', 'null'])
      expect(readControlAnswer(line)).toBeUndefined();
  });
});

it('readSessionId reads only the line that opens a turn', () => {
  expect(readSessionId('{"type":"system","subtype":"init","session_id":"new"}')).toBe('new');
  expect(readSessionId('{"type":"system","subtype":"status","session_id":"old"}')).toBeUndefined();
  expect(readSessionId('{"type":"user","name":"init","session_id":"old"}')).toBeUndefined();
});

it('readResultErrors reads the errors of a result', () => {
  expect(readResultErrors('{"errors":["No conversation found"],"type":"result"}')).toEqual([
    'No conversation found',
  ]);
  expect(readResultErrors('{"type":"result","result":"fine"}')).toEqual([]);
});

it('readInitializeAnswer reports a missing login', () => {
  const of = (account: object) => readInitializeAnswer({ requestId: '', response: { pid: 7, account } });
  expect(of({ tokenSource: 'none', apiProvider: 'firstParty' })).toEqual({
    pid: 7,
    isLoggedIn: false,
    commands: [],
    models: [],
  });
  expect(
    of({ tokenSource: 'none', apiKeySource: 'ANTHROPIC_API_KEY', apiProvider: 'firstParty' }).isLoggedIn,
  ).toBe(true);
  expect(of({ tokenSource: 'CLAUDE_CODE_OAUTH_TOKEN', apiProvider: 'firstParty' }).isLoggedIn).toBe(true);
  expect(of({ apiProvider: 'bedrock' }).isLoggedIn).toBe(true);
  expect(readInitializeAnswer({ requestId: '', response: {} })).toEqual({
    isLoggedIn: true,
    commands: [],
    models: [],
  });
});

it('readInitializeAnswer lists the slash commands', () => {
  const commands = [
    { name: 'ship', description: 'Ships it', argumentHint: '<where>', builtin: true },
    { name: 'cost', description: '', argumentHint: '' },
    { description: 'has no name' },
    'nonsense',
  ];
  expect(readInitializeAnswer({ requestId: '', response: { commands } }).commands).toEqual([
    { name: 'ship', about: 'Ships it', hint: '<where>' },
    { name: 'cost' },
  ]);
});

it('readUnrecognizedModel finds the name', () => {
  const line = '[claude-code:unrecognized_model] {"model":"nonsense-9","query_source":"sdk"}';
  expect(readUnrecognizedModel(line)).toBe('nonsense-9');
  expect(readUnrecognizedModel('[claude-code:unrecognized_model] {broken')).toBeUndefined();
  expect(readUnrecognizedModel('something else')).toBeUndefined();
});
