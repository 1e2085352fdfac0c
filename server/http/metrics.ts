import type { RequestHandler } from 'express';
import type { Gauge } from 'prom-client';
import { PATHS, type OperationResult } from '#shared/protocol/sync.ts';
import type { Backups } from '../backup/backups.ts';
import type { Database } from '../database/database.ts';
import { areaOf } from './area.ts';

const CALL_SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10];
const WRITE_SECONDS = [0.002, 0.01, 0.05, 0.2, 1, 5];
const METHODS = new Set(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']);

/** What the server counts of itself. No label holds an id or anything of a person. */
export interface Metrics {
  countCalls: RequestHandler;
  countOperations(results: readonly OperationResult[]): void;
  liveChannels: Pick<Gauge, 'inc' | 'dec'>;
  /** The database, with the time that each writing transaction takes, its wait for its turn included. */
  measured(database: Database): Database;
  watchBackups(backups: Pick<Backups, 'status'>): void;
  /** The text that Prometheus reads. */
  text(): Promise<{ type: string; body: string }>;
}

/** Counts from now on. The package is loaded only where somebody reads the figures. */
export async function makeMetrics(): Promise<Metrics> {
  const {
    collectDefaultMetrics,
    Counter,
    Gauge: NewGauge,
    Histogram,
    Registry,
  } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'placement_desk_call_seconds',
    help: 'Time that calls took, but for the live channel',
    labelNames: ['area', 'method', 'status'] as const,
    buckets: CALL_SECONDS,
    registers,
  });
  const writes = new Histogram({
    name: 'placement_desk_write_seconds',
    help: 'Time that writing transactions took, the wait for their turn included',
    labelNames: ['outcome'] as const,
    buckets: WRITE_SECONDS,
    registers,
  });
  const operations = new Counter({
    name: 'placement_desk_operations_total',
    help: 'Operations that desks sent: applied, overtook (applied over a value that somebody else wrote), refused',
    labelNames: ['outcome'] as const,
    registers,
  });
  const liveChannels = new NewGauge({
    name: 'placement_desk_live_channels',
    help: 'Desks that are connected now',
    registers,
  });
  return {
    countCalls: (request, response, next) => {
      const { method } = request;
      const area = areaOf(request.originalUrl);
      const end = calls.startTimer();
      response.once('close', () => {
        if (area === PATHS.live) return;
        end({ area, method: METHODS.has(method) ? method : 'other', status: String(response.statusCode) });
      });
      next();
    },
    countOperations: (results) => {
      for (const result of results) {
        const overtook = result.status === 'applied' && result.conflicts !== undefined;
        operations.inc({ outcome: overtook ? 'overtook' : result.status });
      }
    },
    liveChannels,
    measured: (database) => {
      const seq: Gauge = new NewGauge({
        name: 'placement_desk_log_seq',
        help: 'Where the change log stands',
        registers,
        collect: async (): Promise<void> => seq.set(await database.seq()),
      });
      return {
        ...database,
        write: async (work) => {
          const end = writes.startTimer();
          try {
            const result = await database.write(work);
            end({ outcome: 'committed' });
            return result;
          } catch (error) {
            end({ outcome: 'rolled back' });
            throw error;
          }
        },
      };
    },
    watchBackups: (backups) => {
      const failed: Gauge = new NewGauge({
        name: 'placement_desk_backup_failed',
        help: '1 where the last attempt to make a backup failed',
        registers,
      });
      const last: Gauge = new NewGauge({
        name: 'placement_desk_last_backup_seconds',
        help: 'When the newest backup was made, in seconds since 1970; 0 where there is none',
        registers,
        collect: async (): Promise<void> => {
          const status = await backups.status();
          last.set(status.last ? Math.floor(Date.parse(status.last.at) / 1_000) : 0);
          failed.set(status.failed ? 1 : 0);
        },
      });
    },
    text: async () => ({ type: registry.contentType, body: await registry.metrics() }),
  };
}
