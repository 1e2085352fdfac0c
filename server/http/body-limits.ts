import { MAX_FILE_BYTES } from '#shared/model/picture.ts';
import { SYNC_BODY_LIMIT } from '#shared/protocol/sync.ts';

/** The largest bodies that the server reads, in bytes; all of them are here, or come from here. */

/** JSON of a REST call: a blog's longest content in any script, and the rest. */
export const REST_BODY_LIMIT = 4 * 1024 * 1024;
/** A whole form: the largest picture, and the texts around it. */
export const FORM_BODY_LIMIT = MAX_FILE_BYTES + 1024 * 1024;
/** What a proxy before the server must let through; docs/operations.md says it too, and a test compares them. */
export const LARGEST_BODY = Math.max(SYNC_BODY_LIMIT, REST_BODY_LIMIT, FORM_BODY_LIMIT, MAX_FILE_BYTES);
