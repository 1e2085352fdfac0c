import { createHash } from 'node:crypto';
import { readByGrant } from '#shared/access/permissions.ts';
import type { Role } from '#shared/access/roles.ts';
import { fieldColumns } from '#shared/model/columns.ts';
import type { Model } from '../database/model.ts';
import type { Signer } from './signer.ts';

/** What a desk's cursor holds; opaque to the desk, and signed. */
export interface Cursor {
  epoch: string;
  /** Which history of the data it was given in (server/sync/lineage.ts). */
  mark: string;
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
  /** The mark of `firstFrom`, where the desk has a snapshot that reaches so far. */
  snapshot?: string;
}

export function writeCursor(signer: Signer, cursor: Cursor): string {
  const { epoch, seq, mark, permissions, schema, firstFrom, snapshot } = cursor;
  return signer.write('cursor', [
    epoch,
    seq,
    mark,
    permissions,
    schema,
    firstFrom ?? null,
    ...(snapshot === undefined ? [] : [snapshot]),
  ]);
}

/** A cursor that this server gave, or all that can be believed of another text: the epoch that it names. */
export type ReadCursor = { genuine: true; cursor: Cursor } | { genuine: false; epoch: string | null };

export function readCursor(signer: Signer, text: string): ReadCursor {
  const signed = signer.read('cursor', text);
  const [epoch, seq, mark, permissions, schema, firstFrom, snapshot] = signed?.parts ?? [];
  if (!signed?.genuine) return { genuine: false, epoch: typeof epoch === 'string' ? epoch : null };
  const cursor = { epoch, seq, mark, permissions, schema } as Cursor;
  if (typeof firstFrom !== 'number') return { genuine: true, cursor };
  const first = { ...cursor, firstFrom };
  return { genuine: true, cursor: typeof snapshot === 'string' ? { ...first, snapshot } : first };
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
    // Of what other roles see nothing: that is no reason for a desk to begin anew.
    rules = JSON.stringify(model.entities.map((entity) => [entity.name, readByGrant(entity, role)]));
    ofModel.set(role, rules);
  }
  return rules;
}
