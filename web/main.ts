/** Entry point of the page. */
import { loadLanguage } from './hub/language.ts';
import { applyTheme } from './hub/theme.ts';

applyTheme();
const page = loadLanguage().then(() => import('./page.tsx'));
void page.then(({ start }) => start());
