const KILO = 1024;

/** A size in bytes as people say it: `240 KB`, `1.2 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < KILO) return `${bytes} bytes`;
  const kilo = bytes / KILO;
  return kilo < 1000 ? `${Math.round(kilo)} KB` : `${(kilo / KILO).toFixed(1)} MB`;
}
