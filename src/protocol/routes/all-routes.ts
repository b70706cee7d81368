/** Every route of the HTTP API. */
import { accessRoutes } from './access.ts';
import { eventRoutes } from './events.ts';
import { fleetRoutes } from './fleet.ts';
import { historyRoutes } from './history.ts';
import { hubRoutes } from './hub.ts';
import { interactionRoutes } from './interactions.ts';
import { notificationRoutes } from './notifications.ts';
import { ruleRoutes } from './rules.ts';
import { sessionRoutes } from './sessions.ts';
import { steeringRoutes } from './steering.ts';

export const ROUTES = {
  ...sessionRoutes,
  ...steeringRoutes,
  ...eventRoutes,
  ...interactionRoutes,
  ...ruleRoutes,
  ...notificationRoutes,
  ...historyRoutes,
  ...hubRoutes,
  ...accessRoutes,
  ...fleetRoutes,
};
export type AllRoutes = typeof ROUTES;
