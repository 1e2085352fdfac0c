import { useEffect, useState, type ComponentType } from 'react';

/**
 * A component whose program is loaded when it is first shown. React's own lazy() holds back for 300 ms what has come in the
 * place of something else: each first opening of a screen or a dialog took that much longer.
 *
 * A fault of loading goes to the boundary around it. What is shown anew after one is loaded anew.
 * @param Meanwhile stands in its place until then; without it nothing does.
 */
export function loadedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType<Props>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LoadedLater(props) {
    const [Shown, setShown] = useState(() => loaded);
    const [fault, setFault] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      if (Shown) return undefined;
      let isGone = false;
      load().then(
        (Loaded) => {
          loaded = Loaded;
          if (!isGone) setShown(() => Loaded);
        },
        (error: unknown) => {
          if (!isGone) setFault({ error });
        },
      );
      return () => {
        isGone = true;
      };
    }, [Shown]);
    if (fault) throw fault.error;
    if (Shown) return <Shown {...props} />;
    return Meanwhile ? <Meanwhile {...props} /> : null;
  };
}
