import { expect, test } from 'vitest';
import { shownPath } from './shown-path.ts';
import { editableText, editSuggestion, suggestionText } from './suggestion-text.ts';
import { describeTool, serverTool } from './tool-text.ts';

test('a tool call in few words', () => {
  expect(describeTool('Bash', { command: 'npm test' })).toMatchObject({ verb: 'Run', object: 'npm test' });
  expect(describeTool('Edit', { file_path: '/w/api/src/a.ts' }, '/w/api')).toMatchObject({
    shape: 'edit',
    object: 'src/a.ts',
  });
  expect(describeTool('mcp__github__create_issue', { title: 'Bug' })).toMatchObject({
    shape: 'server',
    object: 'Bug',
    wish: 'Claude wants to use create_issue from github',
  });
  expect(describeTool('FutureTool', { n: 1 })).toMatchObject({
    shape: 'other',
    verb: 'FutureTool',
    object: '',
  });
  expect(serverTool('mcp__a_b__c__d')).toEqual({ server: 'a_b', tool: 'c__d' });
});

test('paths are shown from the project, or from home', () => {
  expect(shownPath('/home/ann/api/src/a.ts', '/home/ann/api')).toBe('src/a.ts');
  expect(shownPath('/home/ann/other/a.ts', '/home/ann/api')).toBe('~/other/a.ts');
  expect(shownPath('/home/ann/api', '/home/ann/api')).toBe('.');
});

test('suggestions in words, and edited', () => {
  const rule = {
    type: 'addRules',
    rules: [{ toolName: 'Bash', ruleContent: 'npm run *' }],
    behavior: 'allow',
    destination: 'localSettings',
  };
  expect(suggestionText(rule)).toBe('also allow npm run *');
  expect(editableText(rule)).toBe('npm run *');
  expect(editSuggestion(rule, { text: 'npm run build', destination: 'session' })).toEqual({
    ...rule,
    rules: [{ toolName: 'Bash', ruleContent: 'npm run build' }],
    destination: 'session',
  });
  expect(suggestionText({ type: 'setMode', mode: 'acceptEdits' })).toBe('switch to Accept edits mode');
  expect(editableText({ type: 'setMode' })).toBeUndefined();
});
