/** Regenerates the README's pictures in docs/images: the real page, over the real Claude Code on the stage. */
import { ensureSystemPrograms } from './system-programs.mjs';
import { takePictures } from './take-pictures.mjs';

ensureSystemPrograms(['img2webp']);
await takePictures('test/web/readme');
