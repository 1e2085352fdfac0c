import { Text, UnstyledButton } from '@mantine/core';
import { IconBuilding, IconDeviceDesktop, IconEye, type TablerIcon } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useServerChoice } from '../../stores/server-choice.ts';
import { FirstAccountForm } from './first-account-form.tsx';
import { JoinForm } from './join-form.tsx';
import classes from './sign-in.module.css';
import { useWork } from './use-work.ts';

interface Way {
  name: string;
  meaning: string;
  icon: TablerIcon;
}

const ALONE: Way = {
  name: 'Use this PC alone',
  meaning: 'Your data lies on this PC. You make the first account now.',
  icon: IconDeviceDesktop,
};
const JOIN: Way = {
  name: "Join our office's server",
  meaning: 'With the join code or the address that your administrator gave you.',
  icon: IconBuilding,
};
const LOOK: Way = {
  name: 'Look around with demo data',
  meaning: 'Made-up records, kept apart from yours. You can leave them with one click.',
  icon: IconEye,
};

/** The first start on a PC without any account: alone, with the office's server, or to look around. */
export function Welcome({ onDone }: { onDone: () => void }): ReactNode {
  const proposed = useServerChoice((office) => office.proposed);
  const choosable = useServerChoice((office) => office.choosable);
  const [way, setWay] = useState<'choose' | 'alone' | 'join'>('choose');
  // A settings file is followed without a question, until the user goes back from it.
  const [follows, setFollows] = useState(true);
  const { busy, failure, begin } = useWork<'demo'>();
  const back = (): void => {
    setFollows(false);
    setWay('choose');
  };
  const proposal = follows ? proposed : null;

  if (way === 'alone') return <FirstAccountForm onDone={onDone} onBack={back} />;
  if (way === 'join' || proposal) return <JoinForm proposed={proposal} onBack={back} />;
  const openDemo = (): void =>
    void begin('demo', async () => {
      await bridge.call('firstStart.openDemo', {});
    });
  return (
    <section aria-labelledby="welcome">
      <h2 id="welcome" className={classes.step}>
        Welcome
      </h2>
      <p className={classes.lead}>How will this PC be used?</p>
      <div className={classes.waysIn}>
        <WayIn way={ALONE} first onChoose={() => setWay('alone')} disabled={busy !== null} />
        {choosable && <WayIn way={JOIN} onChoose={() => setWay('join')} disabled={busy !== null} />}
        <WayIn way={LOOK} onChoose={openDemo} disabled={busy !== null} />
      </div>
      <div role="alert" className={classes.failure}>
        {failure !== '' && <Text c="var(--mantine-color-error)">{failure}</Text>}
      </div>
    </section>
  );
}

interface WayInProps {
  way: Way;
  first?: boolean;
  disabled: boolean;
  onChoose: () => void;
}

function WayIn({ way: { name, meaning, icon: Icon }, first, disabled, onChoose }: WayInProps): ReactNode {
  return (
    <UnstyledButton
      className={classes.wayIn ?? ''}
      aria-label={name}
      aria-description={meaning}
      data-autofocus={first}
      disabled={disabled}
      onClick={onChoose}
    >
      <Icon size={22} stroke={1.6} aria-hidden />
      <span>
        <span className={classes.wayName}>{name}</span>
        <span className={classes.wayMeaning}>{meaning}</span>
      </span>
    </UnstyledButton>
  );
}
