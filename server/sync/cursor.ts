import { createHash } from 'node:crypto';
import { grantsOf } from '#shared/access/permissions.ts';
import type { Role } from '#shared/access/roles.ts';
import { fieldColumns } from '#shared/model/columns.ts';
import type { Model } from '../database/model.ts';

/** What a desk's cursor holds; opaque to the desk. */
export interface Cursor {
  epoch: string;
  /** Everything up to here has been given. */
  seq: number;
  /** Hash of who the user is and what the role may see. */
  permissions: string;
  schema: string;
  /**
   * While a first sync goes on: where the log stood at its start. What was deleted before then was never
   * given, and need not be said to be gone.
   */
  firstFrom?: number;
}

export function writeCursor(cursor: Cursor): string {
  const { epoch, seq, permissions, schema, firstFrom } = cursor;
  return Buffer.from(JSON.stringify([epoch, seq, permissions, schema, firstFrom ?? null])).toString(
    'base64url',
  );
}

/** null where the text is not a cursor of this protocol: the desk starts anew. */
export function readCursor(text: string): Cursor | null {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  if (!Array.isArray(parts)) return null;
  const [epoch, seq, permissions, schema, firstFrom] = parts as unknown[];
  if (typeof epoch !== 'string' || typeof permissions !== 'string' || typeof schema !== 'string') return null;
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0) return null;
  return { epoch, seq, permissions, schema, ...(typeof firstFrom === 'number' ? { firstFrom } : {}) };
}

const shortHash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);

const schemas = new WeakMap<Model, string>();
const accessRules = new WeakMap<Model, Map<Role, string>>();
/** The versions of users, by user and role: each pull compares one, and hashing the rules takes longer than the rest. */
const permissionVersions = new WeakMap<Model, Map<string, string>>();
const MOST_VERSIONS = 5_000;

/** Hash of the columns that desks are given: a new field makes each desk fetch it for old rows too. */
export function schemaVersion(model: Model): string {
  let version = schemas.get(model);
  if (version === undefined) {
    version = shortHash(
      model.entities.map((entity) => [
        entity.name,
        fieldColumns(entity).map(({ name, type }) => [name, type]),
      ]),
    );
    schemas.set(model, version);
  }
  return version;
}

/** Hash of the user and of all that the role may see: where it changed, the desk rebuilds its cache. */
export function permissionVersion(model: Model, userId: string, role: Role): string {
  let ofModel = permissionVersions.get(model);
  if (!ofModel) permissionVersions.set(model, (ofModel = new Map()));
  const key = JSON.stringify([userId, role]);
  let version = ofModel.get(key);
  if (version === undefined) {
    version = shortHash([userId, role, rulesOf(model, role)]);
    if (ofModel.size >= MOST_VERSIONS) ofModel.clear();
    ofModel.set(key, version);
  }
  return version;
}

function rulesOf(model: Model, role: Role): string {
  let ofModel = accessRules.get(model);
  if (!ofModel) accessRules.set(model, (ofModel = new Map()));
  let rules = ofModel.get(role);
  if (rules === undefined) {
    rules = JSON.stringify(
      model.entities.map((entity) => [
        entity.name,
        grantsOf(entity, role).map(({ rows, read }) => [rows, read]),
        Object.entries(entity.fields).map(([name, field]) => [name, field.groups ?? []]),
      ]),
    );
    ofModel.set(role, rules);
  }
  return rules;
}
