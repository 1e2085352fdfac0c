import type { NavigateFunction } from 'react-router-dom';
import { holdKeys } from '../keyboard/hold-keys.ts';
import { askForForm, type AskedForm } from '../../stores/asked-form.ts';

/** Goes to the screen that has the form; what is typed on the way waits for it. */
export function goToForm(navigate: NavigateFunction, asked: Omit<AskedForm, 'asking'>): void {
  holdKeys();
  askForForm(asked);
  void navigate(asked.path);
}
