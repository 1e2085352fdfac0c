import express, { type Express, type Router } from 'express';
import helmet from 'helmet';
import { documentationRoutes } from './api-documentation/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { secondFactorRoutes } from './auth/second-factor-routes.ts';
import { backupRoutes } from './backup/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { changeSetRoutes } from './change-sets/routes.ts';
import { historyRoutes } from './history/routes.ts';
import { errorHandler, unknownPath } from './http/errors.ts';
import { healthRoutes } from './http/health.ts';
import { allowedHosts, checkHost } from './http/hosts.ts';
import { logCalls } from './http/logging.ts';
import { metricsRoutes } from './http/metrics-routes.ts';
import { limitSlowBodies } from './http/slow-bodies.ts';
import { joiningRoutes } from './joining/routes.ts';
import { allowOrigins } from './public-website/cors.ts';
import { websiteRoutes } from './public-website/routes.ts';
import { personRoutes } from './persons/routes.ts';
import { restRoutes } from './rest/routes.ts';
import type { Services } from './services.ts';
import { syncRoutes } from './sync/routes.ts';
import { updateRoutes } from './updates/routes.ts';

/** The modules of the server. A new one is a folder and a line here. */
const modules: readonly ((services: Services) => Router)[] = [
  healthRoutes,
  documentationRoutes,
  metricsRoutes,
  authRoutes,
  secondFactorRoutes,
  joiningRoutes,
  updateRoutes,
  syncRoutes,
  dashboardRoutes,
  changeSetRoutes,
  historyRoutes,
  auditRoutes,
  backupRoutes,
  websiteRoutes,
  fileRoutes,
  personRoutes,
  restRoutes,
];

/** The server's calls, ready to listen. */
export function makeApp(services: Services): Express {
  const app = express();
  app.disable('x-powered-by');
  // Answers are personal and change all the time: hashing each one for a cache would be work for nothing.
  app.disable('etag');
  app.set('trust proxy', services.configuration.trustProxy);
  const isProxy = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  app.use(limitSlowBodies());
  app.use(logCalls(services.logger, (address) => isProxy(address, 0)));
  const hosts = allowedHosts(services.configuration);
  if (hosts) app.use(checkHost(hosts));
  if (services.metrics) app.use(services.metrics.countCalls);
  app.use(helmet());
  app.use((_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  app.use(allowOrigins(services.configuration.corsOrigins));
  for (const module of modules) app.use(module(services));
  app.use(unknownPath);
  app.use(errorHandler(services));
  return app;
}
