import express, { type Express, type Router } from 'express';
import helmet from 'helmet';
import { authRoutes } from './auth/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { errorHandler, unknownPath } from './http/errors.ts';
import { healthRoutes } from './http/health.ts';
import { logCalls } from './http/logging.ts';
import { restRoutes } from './rest/routes.ts';
import type { Services } from './services.ts';
import { syncRoutes } from './sync/routes.ts';

/** The modules of the server. A new one is a folder and a line here. */
const modules: readonly ((services: Services) => Router)[] = [
  healthRoutes,
  authRoutes,
  syncRoutes,
  dashboardRoutes,
  fileRoutes,
  restRoutes,
];

/** The server's calls, ready to listen. */
export function makeApp(services: Services): Express {
  const app = express();
  app.disable('x-powered-by');
  // Answers are personal and change all the time: hashing each one for a cache would be work for nothing.
  app.disable('etag');
  app.use(logCalls(services.logger));
  app.use(helmet());
  app.use((_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  for (const module of modules) app.use(module(services));
  app.use(unknownPath);
  app.use(errorHandler(services.logger));
  return app;
}
