/** Regenerates the README's pictures in docs/images: the real page, over the real Claude Code on the stage. */
import { takePictures } from './take-pictures.mjs';

await takePictures('test/web/readme');
