/** Text as it is shown to a person who decides: nothing in it hides. Here, since the page must not import `src/lib/`. */
export { exactText, exactTexts } from '../../lib/hidden-characters.ts';
