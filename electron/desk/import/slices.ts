/** Work between two turns of the event loop, in milliseconds. */
export const SLICE_MS = 12;

/** Told how far it is; `total` is null where it is not known. */
export type Progress = (done: number, total: number | null) => void;
