/** The screen for a place. */
import { ExcerptScreen } from './excerpt-screen.ts';
import { HelpScreen } from './help-screen.ts';
import { InboxScreen } from './inbox-screen.ts';
import { NewSessionScreen } from './new-session-screen.ts';
import type { Desk, Place, TuiScreen } from './screen.ts';
import { SearchScreen } from './search-screen.ts';
import { SessionScreen } from './session-screen.ts';
import { SessionsScreen } from './sessions-screen.ts';

export function openScreen(place: Place, desk: Desk): TuiScreen {
  switch (place.name) {
    case 'inbox':
      return new InboxScreen(desk);
    case 'sessions':
      return new SessionsScreen(desk);
    case 'search':
      return new SearchScreen(desk);
    case 'new':
      return new NewSessionScreen(desk);
    case 'help':
      return new HelpScreen(desk);
    case 'session':
      return new SessionScreen(desk, place.id);
    case 'excerpt':
      return new ExcerptScreen(desk, place.id, place.position, place.agent);
  }
}
