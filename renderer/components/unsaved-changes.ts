/** Whether a form on the page holds changes that leaving it would lose: it is asked as the browser asks before unloading. */
export function hasUnsavedChanges(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
