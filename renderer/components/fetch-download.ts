/** Has the browser save a file that the desk holds ready, as it saves any other. */
export function fetchDownload(path: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = fileName;
  link.click();
}
