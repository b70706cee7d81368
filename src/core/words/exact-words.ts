/** Text as it is shown to a person who decides: nothing in it hides. */
export { exactText, exactTexts } from '../../lib/hidden-characters.ts';
