const places = new Map<string, HTMLElement>();

/**
 * An element of the body for what is shown outside of all screens. React must not have its own directly in the body: the lock
 * takes what is there away (`app/lock`), and what has to go meanwhile would not be found, by which React loses the window.
 * @param name of the attribute that the element bears
 */
export function bodyPlace(name: `data-${string}`): HTMLElement {
  let place = places.get(name);
  if (!place) {
    place = document.createElement('div');
    place.setAttribute(name, '');
    places.set(name, place);
  }
  if (place.parentNode === null) document.body.append(place);
  return place;
}
