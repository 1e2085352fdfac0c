/** The choice that Enter would take: going on to the next field takes it, too. */
export function takeMarked(input: HTMLInputElement): void {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  list?.querySelector<HTMLElement>('[data-combobox-selected]')?.click();
}
