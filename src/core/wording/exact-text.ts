/**
 * Text for a person who decides, with hidden characters made visible. Here, since the page must not import
 * `src/lib/`.
 */
export { exactText, exactTexts } from '../../lib/hidden-characters.ts';
