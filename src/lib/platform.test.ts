import { expect, test } from 'vitest';
import { platformNamed } from './platform.ts';

test('each system gets its own values', () => {
  expect(platformNamed('linux')).toMatchObject({ locale: 'C.UTF-8', shell: '/bin/sh' });
  expect(platformNamed('darwin')).toMatchObject({ locale: 'en_US.UTF-8', shell: '/bin/zsh' });
  expect(platformNamed('linux').howToInstall('tmux')).toContain('apt install tmux');
  expect(platformNamed('darwin').howToInstall('tmux')).toContain('brew install tmux');
});

test('compares start marks of Claude Code only where it records them as we do', () => {
  expect(platformNamed('linux').sharesStartMarks).toBe(true);
  expect(platformNamed('darwin').sharesStartMarks).toBe(false);
});
