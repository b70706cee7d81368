/** Regenerates the pictures in docs/slack.md: what the real app posts to the Slack of the tests, drawn by a renderer of our own. */
import { takePictures } from './take-pictures.mjs';

await takePictures('test/slack/pictures.test.ts');
