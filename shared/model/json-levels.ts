/** Deeper than this nothing of ours is written; what is made to be deep ends a program that goes down into it. */
export const MOST_LEVELS = 12;

/** How many lists and objects stand in each other in a JSON text, counted without going down into it; 0 for a bare value. */
export function levelsOf(json: string): number {
  let [level, deepest] = [0, 0];
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (isInText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isInText = false;
    } else if (sign === '"') isInText = true;
    else if (sign === '{' || sign === '[') deepest = Math.max(deepest, (level += 1));
    else if (sign === '}' || sign === ']') level -= 1;
  }
  return deepest;
}
