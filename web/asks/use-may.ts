/** What this device may do with an ask: a way for the answer must be open, and its role must allow it. */

import type { Card } from '../../src/sdk/inbox.ts';
import { useHub } from '../hub/page-hub.ts';

export function useMay({ interaction }: Card): { readonly answer: boolean; readonly change: boolean } {
  const hub = useHub();
  const hasRoute = interaction.routes.length > 0;
  // What was asked for may be changed only where the answer can say so: keys in a terminal cannot.
  const canCarry = interaction.routes.some((route) => route === 'hook' || route === 'control');
  return { answer: hasRoute && hub.mayAnswer(), change: canCarry && hub.maySteer() };
}
