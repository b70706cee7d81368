/** The screen for a place. */
import { ExcerptScreen } from './excerpt-screen.ts';
import { HelpScreen } from './help-screen.ts';
import { InboxScreen } from './inbox-screen.ts';
import { NewSessionScreen } from './new-session-screen.ts';
import type { Place, ScreenContext, TuiScreen } from './screen.ts';
import { SearchScreen } from './search-screen.ts';
import { SessionScreen } from './session-screen.ts';
import { SessionsScreen } from './sessions-screen.ts';

export function openScreen(place: Place, context: ScreenContext): TuiScreen {
  switch (place.name) {
    case 'inbox':
      return new InboxScreen(context, place.request);
    case 'sessions':
      return new SessionsScreen(context);
    case 'search':
      return new SearchScreen(context);
    case 'new':
      return new NewSessionScreen(context);
    case 'help':
      return new HelpScreen(context);
    case 'session':
      return new SessionScreen(context, place.id);
    case 'excerpt':
      return new ExcerptScreen(context, place.id, place.position, place.agent);
  }
}
