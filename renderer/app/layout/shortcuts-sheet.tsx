import { Kbd, Modal } from '@mantine/core';
import { Fragment, useId, type ReactNode } from 'react';
import {
  keyCaps,
  shortcutGroups,
  type Shortcut,
  type ShortcutGroup,
} from '../../components/keyboard/shortcuts.ts';
import { useLateOpening } from '../../components/use-late-opening.ts';
import classes from './shortcuts-sheet.module.css';

/** All keyboard shortcuts, group by group; `?` and the user menu open it. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }): ReactNode {
  const [opened, setOpened] = useLateOpening();
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      title="Keyboard shortcuts"
      size={860}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.groups}>
        {shortcutGroups.map((group) => (
          <Group key={group.title} group={group} />
        ))}
      </div>
    </Modal>
  );
}

function Group({ group }: { group: ShortcutGroup }): ReactNode {
  const titleId = useId();
  return (
    <section className={classes.group} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {group.title}
      </h3>
      <dl className={classes.list}>
        {group.shortcuts.filter(isHere).map(({ keys, does }) => (
          <div key={does} className={classes.shortcut}>
            <dt className={classes.keys}>
              {keys.map((way) => (
                <span key={way} className={classes.way}>
                  {keyCaps(way).map((cap, index) => (
                    <Fragment key={cap}>
                      {index > 0 && <span aria-hidden>+</span>}
                      <Kbd size="sm">{cap}</Kbd>
                    </Fragment>
                  ))}
                </span>
              ))}
            </dt>
            <dd className={classes.does}>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const isHere = ({ inDesktop }: Shortcut): boolean => inDesktop !== true || window.bridgePort !== undefined;
