import { z } from 'zod';
import { entityNames, type EntityName } from '#shared/model/entities.ts';

// What the arguments of many calls of the bridge are made of.

export const entity = z.enum(entityNames as [EntityName, ...EntityName[]]);
export const id = z.string().min(1).max(100);
export const fieldName = z.string().min(1).max(60);
