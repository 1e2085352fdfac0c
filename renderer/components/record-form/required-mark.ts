/**
 * The star of a field that must be filled, drawn beside its label (global.css). As text in the label, which the library
 * writes, it would be part of what the field is found by.
 */
export function requiredMark(required: boolean): { labelProps?: { 'data-marked': true } } {
  return required ? { labelProps: { 'data-marked': true } } : {};
}
