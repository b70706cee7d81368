/** What this device may do with a request: a route must be open, and its role must permit it. */
import type { Card } from '../../src/sdk/inbox.ts';
import { useHub } from '../hub/page-hub.ts';

export function useMay({ interaction }: Card): { readonly answer: boolean; readonly change: boolean } {
  const hub = useHub();
  const hasRoute = interaction.routes.length > 0;
  // Input can be edited only if the route carries it: keys in a terminal cannot.
  const canCarry = interaction.routes.some((route) => route === 'hook' || route === 'control');
  return { answer: hasRoute && hub.mayAnswer(), change: canCarry && hub.maySteer() };
}
