/** Assembles the HTTP app: the checks for every request, then the routes under /api. */
import { Hono } from 'hono';
import { checkAccess, checkAccessAfterBody, routeOf } from './access/check-access.ts';
import { checkHost } from './access/check-host.ts';
import { DeviceCookie } from './access/device-cookie.ts';
import type { AppEnv } from './app-env.ts';
import { answerError, answerNotFound } from './error-answers.ts';
import { FleetRouting } from './fleet-routing.ts';
import { type Handlers, handleRoutes, type Shared } from './handle-routes.ts';
import { limitBody, limitDepth } from './limit-body.ts';
import { auditHandlers } from './routes/audit.ts';
import { completionHandlers } from './routes/completion.ts';
import { deviceHandlers } from './routes/devices.ts';
import { documentHandlers } from './routes/document.ts';
import { exportHandlers } from './routes/export.ts';
import { fleetHandlers } from './routes/fleet.ts';
import { historyHandlers } from './routes/history.ts';
import { hookHandlers } from './routes/hooks.ts';
import { hubHandlers } from './routes/hub.ts';
import { interactionHandlers } from './routes/interactions.ts';
import { lifecycleHandlers } from './routes/lifecycle.ts';
import { messageHandlers } from './routes/messages.ts';
import { policyHandlers } from './routes/policy.ts';
import { pushHandlers } from './routes/push.ts';
import { sessionHandlers } from './routes/sessions.ts';
import { socketHandlers } from './routes/socket.ts';
import { streamHandlers } from './routes/streams.ts';
import { terminalHandlers } from './routes/terminal.ts';
import { tokenHandlers } from './routes/tokens.ts';
import { DEFAULT_LIMITS, type ServerDeps } from './server-deps.ts';
import { staticFiles } from './static-files.ts';
import { OpenStreams } from './streams/open-streams.ts';

export type App = Hono<AppEnv>;

export function createApp(deps: ServerDeps): App {
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  const app = new Hono<AppEnv>();

  app.use(async (c, next) => {
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Cache-Control', 'no-store');
    return next();
  });
  app.use(
    checkHost(
      () => deps.allowedHosts(),
      () => deps.settings.get().allowed_origins,
    ),
  );
  const cookie = new DeviceCookie(deps.epoch);
  app.use(checkAccess(deps.tokens, cookie));
  app.use(limitBody((c) => limits[routeOf(c)?.bodyLimit ?? 'bodyBytes']));

  app.use(checkAccessAfterBody());
  app.use(limitDepth());

  const shared: Shared = {
    limits,
    cookie,
    open: new OpenStreams(limits.streams),
    routing: new FleetRouting(deps),
  };
  const handlers: Handlers = {
    ...auditHandlers(deps, shared),
    ...completionHandlers(deps),
    ...deviceHandlers(deps, shared),
    ...documentHandlers(),
    ...exportHandlers(deps),
    ...fleetHandlers(deps),
    ...historyHandlers(deps, shared),
    ...hookHandlers(deps),
    ...hubHandlers(deps),
    ...interactionHandlers(deps, shared),
    ...lifecycleHandlers(deps, shared),
    ...messageHandlers(deps),
    ...policyHandlers(deps),
    ...pushHandlers(deps),
    ...sessionHandlers(deps, shared),
    ...socketHandlers(deps, shared),
    ...streamHandlers(deps, shared),
    ...terminalHandlers(deps, shared),
    ...tokenHandlers(deps),
  };
  handleRoutes(app, handlers, shared.routing);

  const page = deps.pageFolder === undefined ? () => undefined : staticFiles(deps.pageFolder);
  app.notFound((c) => page(c) ?? answerNotFound(c));
  app.onError(answerError);
  return app;
}
