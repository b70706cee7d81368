/** The HTTP app, put together: what every request passes, then the routes under /api. */
import { OpenAPIHono } from '@hono/zod-openapi';
import { checkAccess, checkAccessAfterBody } from './access/check-access.ts';
import { checkHost } from './access/check-host.ts';
import { DeviceCookie } from './access/device-cookie.ts';
import type { AppEnv } from './app-env.ts';
import { answerError, answerNotFound, refuseInvalid } from './error-answers.ts';
import { limitBody, limitDepth } from './limit-body.ts';
import { addAuditRoute } from './routes/audit.ts';
import { addCompletionRoutes } from './routes/completion.ts';
import { addDeviceRoutes } from './routes/devices.ts';
import { addDocumentRoutes } from './routes/document.ts';
import { addExportRoute } from './routes/export.ts';
import { addHealthRoute } from './routes/health.ts';
import { addHistoryRoutes } from './routes/history.ts';
import { addHookRoute } from './routes/hooks.ts';
import { addInteractionRoutes } from './routes/interactions.ts';
import { addLifecycleRoutes } from './routes/lifecycle.ts';
import { addMessageRoutes } from './routes/messages.ts';
import { addPermissionRulesRoute } from './routes/permission-rules.ts';
import { addPolicyRoutes } from './routes/policy.ts';
import { addPushRoutes } from './routes/push.ts';
import { addSessionRoutes } from './routes/sessions.ts';
import { addSettingsRoutes } from './routes/settings.ts';
import { addSocketRoute } from './routes/socket.ts';
import { addStreamRoutes } from './routes/streams.ts';
import { addTerminalRoutes } from './routes/terminal.ts';
import { addTimelineRoute } from './routes/timeline.ts';
import { addTokenRoutes } from './routes/tokens.ts';
import { addUsageRoute } from './routes/usage.ts';
import { DEFAULT_LIMITS, type ServerDeps } from './server-deps.ts';
import { staticFiles } from './static-files.ts';
import { OpenStreams } from './streams/open-streams.ts';
import { StreamEnds } from './streams/stream-ends.ts';

export type App = OpenAPIHono<AppEnv>;

export function createApp(deps: ServerDeps): App {
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  const app = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

  app.use(async (c, next) => {
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Cache-Control', 'no-store');
    return next();
  });
  app.use(checkHost(() => deps.allowedHosts()));
  const cookie = new DeviceCookie(deps.epoch);
  app.use(checkAccess(deps.tokens, cookie));
  app.use(
    limitBody((path) => {
      if (path === '/api/hooks') return limits.hookBytes;
      return /^\/api\/sessions\/[^/]+\/message$/.test(path) ? limits.messageBytes : limits.bodyBytes;
    }),
  );

  app.use(checkAccessAfterBody());
  app.use(limitDepth());

  const ends = new StreamEnds();
  const open = new OpenStreams(limits.streams);
  addHealthRoute(app, deps);
  addSessionRoutes(app, deps, limits);
  addExportRoute(app, deps);
  addTimelineRoute(app, deps);
  addUsageRoute(app, deps);
  addLifecycleRoutes(app, deps, ends);
  addMessageRoutes(app, deps);
  addCompletionRoutes(app, deps);
  addPermissionRulesRoute(app, deps);
  addTerminalRoutes(app, deps, open);
  addStreamRoutes(app, deps, limits, ends, open);
  addSocketRoute(app, deps, limits, ends, open);
  addInteractionRoutes(app, deps);
  addAuditRoute(app, deps);
  addPolicyRoutes(app, deps);
  addHistoryRoutes(app, deps);
  addHookRoute(app, deps);
  addSettingsRoutes(app, deps);
  addTokenRoutes(app, deps);
  addDeviceRoutes(app, deps, cookie);
  addPushRoutes(app, deps);
  addDocumentRoutes(app);

  const page = deps.pageFolder === undefined ? () => undefined : staticFiles(deps.pageFolder);
  app.notFound((c) => page(c) ?? answerNotFound(c));
  app.onError(answerError);
  return app;
}
