import { z } from 'zod';
import { auditQuerySchema, dataTakenQuerySchema, exportNoticeSchema } from '#shared/protocol/audit.ts';
import { backupStatusSchema } from '#shared/protocol/backups.ts';
import { changesQuerySchema, undoRequestSchema } from '#shared/protocol/change-sets.ts';
import {
  ERASE_PROPOSED_PATH,
  eraseProposedSchema,
  PROPOSALS_PATH,
  proposalsQuerySchema,
} from '#shared/protocol/erasure.ts';
import { copyQuerySchema, eraseSchema } from '#shared/protocol/persons.ts';
import { deletedQuerySchema, historyQuerySchema } from '#shared/protocol/history.ts';
import {
  firstCodeSchema,
  proofSchema,
  SECOND_FACTOR_PATHS,
  secondFactorQuerySchema,
} from '#shared/protocol/second-factor.ts';
import { sessionsQuerySchema } from '#shared/protocol/sessions.ts';
import { snapshotRequestSchema, SNAPSHOTS_PATH } from '#shared/protocol/snapshot.ts';
import {
  checksumQuerySchema,
  filePath,
  receivedPath,
  receivedSchema,
  fileQuerySchema,
  sentFileQuerySchema,
  closedRequestSchema,
  loginRequestSchema,
  PATHS,
  pullQuerySchema,
  pullRequestSchema,
  pushQuerySchema,
  pushRequestSchema,
  refreshRequestSchema,
} from '#shared/protocol/sync.ts';
import type { JsonSchema } from './record-schemas.ts';
import { ref, type ServerCall } from './server-call.ts';

export const DOCUMENT_PATH = '/api/openapi.json';
export const PAGE_PATH = '/api/docs';

const anyObject: JsonSchema = { type: 'object' };
const bodyOf = (schema: z.ZodType): { schema: JsonSchema } => ({ schema: z.toJSONSchema(schema) });

/** Sign-in and what follows from it; POST /api/auths/login is of section 7. */
export function sessionCalls(): ServerCall[] {
  const area = 'Sessions';
  const tokens = ref('Tokens');
  return [
    {
      method: 'post',
      path: PATHS.login,
      area,
      summary: 'Sign in',
      open: true,
      body: bodyOf(loginRequestSchema),
      answer: { status: 200, schema: tokens },
    },
    {
      method: 'post',
      path: PATHS.refresh,
      area,
      summary: "Exchange a desk's refresh token",
      open: true,
      body: bodyOf(refreshRequestSchema),
      answer: { status: 200, schema: tokens },
    },
    { method: 'post', path: PATHS.logout, area, summary: 'End this session', answer: { status: 204 } },
    {
      method: 'post',
      path: PATHS.closed,
      area,
      summary: 'Which of some accounts are closed, for the computer that keeps something of theirs',
      body: bodyOf(closedRequestSchema),
      answer: { status: 200, schema: anyObject },
    },
    {
      method: 'get',
      path: PATHS.sessions,
      area,
      summary: "One's open sessions, or another user's as Super Admin",
      query: sessionsQuerySchema,
      answer: { status: 200, schema: { type: 'array', items: anyObject } },
    },
    {
      method: 'delete',
      path: `${PATHS.sessions}/{id}`,
      area,
      summary: 'End a session',
      answer: { status: 204 },
    },
    ...secondFactorCalls(),
  ];
}

function secondFactorCalls(): ServerCall[] {
  const area = 'Sessions';
  const answer = { status: 200, schema: anyObject } as const;
  const proof = bodyOf(proofSchema);
  const { begin, confirm, recoveryCodes, off } = SECOND_FACTOR_PATHS;
  return [
    {
      method: 'get',
      path: PATHS.secondFactor,
      area,
      summary: "One's own two-step sign-in, or another user's as Super Admin",
      query: secondFactorQuerySchema,
      answer,
    },
    {
      method: 'post',
      path: begin,
      area,
      summary: 'Begin to set two-step sign-in up: gives the secret for an authenticator app',
      body: proof,
      answer,
    },
    {
      method: 'post',
      path: confirm,
      area,
      summary: 'Turn two-step sign-in on with a first code: gives the recovery codes',
      body: bodyOf(firstCodeSchema),
      answer,
    },
    { method: 'post', path: recoveryCodes, area, summary: 'Ten new recovery codes', body: proof, answer },
    {
      method: 'post',
      path: off,
      area,
      summary: 'Turn two-step sign-in off',
      body: proof,
      answer: { status: 204 },
    },
    {
      method: 'delete',
      path: `${PATHS.secondFactor}/{id}`,
      area,
      summary: "Turn another user's two-step sign-in off, as Super Admin",
      answer: { status: 204 },
    },
  ];
}

/** Calls of this product alone: files, history, audit log, sync and the server itself. */
export function ownCalls(): ServerCall[] {
  const bytes: JsonSchema = { contentMediaType: 'application/octet-stream' };
  const json = { status: 200, schema: anyObject } as const;
  const jsonList = { status: 200, schema: { type: 'array', items: anyObject } } as const;
  return [
    {
      method: 'put',
      path: filePath('{hash}'),
      area: 'Files',
      summary:
        'Send a picture, by the SHA-256 of its bytes; with `for=text` one that a text will name; with `for=document` a piece of a document',
      query: sentFileQuerySchema,
      body: { schema: bytes, bytes: true },
      answer: json,
    },
    {
      method: 'get',
      path: filePath('{hash}'),
      area: 'Files',
      summary: 'A picture or a document, a small square of a picture, or a piece of a document',
      query: fileQuerySchema,
      answer: { status: 200, schema: bytes, type: '*/*' },
    },
    {
      method: 'get',
      path: receivedPath('{hash}'),
      area: 'Files',
      summary: 'How much of a document has arrived: where to go on with sending it',
      answer: { status: 200, schema: z.toJSONSchema(receivedSchema) },
    },
    {
      method: 'get',
      path: '/api/persons/{entity}/{id}/copy',
      area: 'People',
      summary:
        'All that is kept about a person, as JSON with the files or as a page to read, for administrators',
      query: copyQuerySchema,
      answer: json,
    },
    {
      method: 'post',
      path: '/api/persons/{entity}/{id}/erase',
      area: 'People',
      summary:
        'Erase a person for ever, as Super Admin: on the server at once, on desks at their next contact',
      body: bodyOf(eraseSchema),
      answer: json,
    },
    {
      method: 'get',
      path: PROPOSALS_PATH,
      area: 'People',
      summary: 'Inquiries without contact for as long as the office has decided, as Super Admin',
      query: proposalsQuerySchema,
      answer: json,
    },
    {
      method: 'post',
      path: ERASE_PROPOSED_PATH,
      area: 'People',
      summary: 'Erase those of these people who are still proposed, as Super Admin',
      body: bodyOf(eraseProposedSchema),
      answer: jsonList,
    },
    {
      method: 'get',
      path: `${PATHS.history}/{entity}`,
      area: 'History',
      summary: 'Records that were deleted',
      query: deletedQuerySchema,
      answer: jsonList,
    },
    {
      method: 'get',
      path: `${PATHS.history}/{entity}/{id}`,
      area: 'History',
      summary: 'What happened to a record',
      query: historyQuerySchema,
      answer: jsonList,
    },
    {
      method: 'get',
      path: PATHS.changes,
      area: 'Change sets',
      summary: 'What people did of late, each as one: the own changes, or everybody’s as Admin',
      query: changesQuerySchema,
      answer: jsonList,
    },
    {
      method: 'post',
      path: `${PATHS.changes}/{id}/undo`,
      area: 'Change sets',
      summary: 'Take a change set back, some records at a time',
      body: bodyOf(undoRequestSchema),
      answer: json,
    },
    {
      method: 'get',
      path: PATHS.audit,
      area: 'Audit log',
      summary: 'The audit log, for a Super Admin',
      query: auditQuerySchema,
      answer: jsonList,
    },
    {
      method: 'get',
      path: PATHS.dataTaken,
      area: 'Audit log',
      summary: 'How many rows each user took on each day, for a Super Admin',
      query: dataTakenQuerySchema,
      answer: jsonList,
    },
    {
      method: 'get',
      path: PATHS.backups,
      area: 'Backups',
      summary: 'When the last backup was made and whether it went well, for administrators',
      answer: { status: 200, schema: z.toJSONSchema(backupStatusSchema) },
    },
    {
      method: 'post',
      path: PATHS.backups,
      area: 'Backups',
      summary: 'Have a backup made now, for administrators; the status tells how it went',
      answer: { status: 202, schema: z.toJSONSchema(backupStatusSchema) },
    },
    {
      method: 'post',
      path: PATHS.auditExport,
      area: 'Audit log',
      summary: 'A desk has exported a list',
      body: bodyOf(exportNoticeSchema),
      answer: { status: 204 },
    },
    {
      method: 'post',
      path: PATHS.push,
      area: 'Sync',
      summary: 'Changes of a desk, up to 500',
      query: pushQuerySchema,
      body: bodyOf(pushRequestSchema),
      answer: json,
    },
    {
      method: 'post',
      path: PATHS.pull,
      area: 'Sync',
      summary: 'What changed since a cursor',
      query: pullQuerySchema,
      body: bodyOf(pullRequestSchema),
      answer: json,
    },
    {
      method: 'post',
      path: SNAPSHOTS_PATH,
      area: 'Sync',
      summary: 'A ready-made copy for a first sync, where there is one',
      body: bodyOf(snapshotRequestSchema),
      answer: json,
    },
    {
      method: 'get',
      path: `${SNAPSHOTS_PATH}/{ticket}/{piece}`,
      area: 'Sync',
      summary: 'One piece of it, by its number',
      answer: { status: 200, schema: bytes, type: 'application/octet-stream' },
    },
    {
      method: 'get',
      path: PATHS.live,
      area: 'Sync',
      summary: 'Server-sent events: where the log stands',
      answer: { status: 200, schema: { type: 'string' }, type: 'text/event-stream' },
    },
    {
      method: 'get',
      path: PATHS.checksum,
      area: 'Sync',
      summary: 'Figures by which a desk finds that it has diverged',
      query: checksumQuerySchema,
      answer: json,
    },
    {
      method: 'get',
      path: PATHS.health,
      area: 'Server',
      summary: 'Whether the server works',
      open: true,
      answer: json,
    },
    {
      method: 'get',
      path: '/metrics',
      area: 'Server',
      summary:
        'Figures for monitoring; the token is METRICS_TOKEN, and without that setting there is no such path',
      optional: true,
      answer: { status: 200, schema: { type: 'string' }, type: 'text/plain' },
    },
    {
      method: 'get',
      path: DOCUMENT_PATH,
      area: 'Server',
      summary: 'This document',
      open: true,
      answer: json,
    },
    {
      method: 'get',
      path: PAGE_PATH,
      area: 'Server',
      summary: 'This document as a page',
      open: true,
      answer: { status: 200, schema: { type: 'string' }, type: 'text/html' },
    },
  ];
}
