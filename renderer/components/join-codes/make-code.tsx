import { MOST_JOINS, USUAL_JOIN_CODE, type NewJoinCode } from '#shared/protocol/joining.ts';
import { Button, Group, NumberInput, Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { showFailure } from '../messages/messages.tsx';
import { codesKey, useGoodCodes } from './good-codes.tsx';
import classes from './join-codes.module.css';
import { HOURS } from './join-wording.ts';
import { MadeCode } from './made-code.tsx';

/** Makes a join code, and shows it once. */
export function MakeCode(): ReactNode {
  const client = useQueryClient();
  const [hours, setHours] = useState<number>(USUAL_JOIN_CODE.hours);
  const [uses, setUses] = useState<number | string>(USUAL_JOIN_CODE.uses);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<NewJoinCode | null>(null);
  const codes = useGoodCodes();
  const [listed, setListed] = useState<string | null>(null);
  const isListed = made !== null && codes.data?.some(({ id }) => id === made.id) === true;
  if (isListed && listed !== made.id) setListed(made.id);
  // Ended, used up or over: nobody is to be given it any more.
  const isGood = made !== null && (isListed || listed !== made.id);
  const isNumber = typeof uses === 'number' && Number.isInteger(uses) && uses >= 1 && uses <= MOST_JOINS.uses;
  const make = async (): Promise<void> => {
    if (!isNumber) return;
    setMaking(true);
    try {
      setMade(await bridge.call('joinCodes.make', { hours, uses }));
      void client.invalidateQueries({ queryKey: codesKey });
    } catch (error) {
      showFailure('Failed to make a join code', error, make);
    } finally {
      setMaking(false);
    }
  };
  return (
    <section className={classes.section} aria-label="New join code">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <Group align="flex-start" gap="sm">
          <Select
            label="Good for"
            w={150}
            allowDeselect={false}
            data={HOURS.map(([value, label]) => ({ value: String(value), label }))}
            value={String(hours)}
            onChange={(value) => setHours(Number(value ?? USUAL_JOIN_CODE.hours))}
          />
          <NumberInput
            label="For how many PCs"
            w={170}
            min={1}
            max={MOST_JOINS.uses}
            clampBehavior="none"
            allowDecimal={false}
            value={uses}
            error={isNumber ? null : `A number from 1 to ${MOST_JOINS.uses}`}
            onChange={setUses}
          />
          <Button type="submit" mt={21} loading={making} disabled={!isNumber}>
            {isGood ? 'Make another one' : 'Make join code'}
          </Button>
        </Group>
      </form>
      {made && isGood && <MadeCode key={made.id} made={made} />}
    </section>
  );
}
