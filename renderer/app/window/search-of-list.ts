import { isDialogOpen } from '../../components/keyboard/open-dialogs.ts';
/** The search of the list on the screen, where nothing lies over it: it finds what the list has, not only what is drawn. */
export function searchOfList(): HTMLInputElement | null {
  if (isDialogOpen()) return null;
  return document.querySelector<HTMLInputElement>('main input[type="search"]');
}
