/** Who erases; null where a restored backup had again what was erased before. */
export type Eraser = { _id: string; deskId: string | null } | null;
