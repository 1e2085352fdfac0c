import { mayNameOffice } from '#shared/access/joining.ts';
import { OFFICE_NAME_MAX } from '#shared/protocol/joining.ts';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useRole } from '../../stores/session.ts';
import { showFailure, showToast } from '../messages/messages.tsx';
import classes from './join-codes.module.css';

/** What the business calls itself, by which people know its server: a Super Admin says it, an Admin reads it. */
export function OfficeName({ name }: { name: string | null }): ReactNode {
  const may = mayNameOffice(useRole());
  const client = useQueryClient();
  const [typed, setTyped] = useState(name ?? '');
  const [saving, setSaving] = useState(false);
  if (!may) {
    return (
      <Text size="sm" className={classes.section ?? ''}>
        Name of the office: {name ?? 'none yet. A Super Admin gives it one.'}
      </Text>
    );
  }
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      const office = await bridge.call('office.setName', { name: typed });
      client.setQueryData(['office'], office);
      setTyped(office.name ?? '');
      showToast({ title: 'Saved', message: 'PCs that join see this name.' });
    } catch (error) {
      showFailure('Failed to save the name of the office', error, save);
    } finally {
      setSaving(false);
    }
  };
  return (
    <form
      className={classes.section}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Group align="flex-end" gap="sm" wrap="nowrap">
        <TextInput
          flex={1}
          label="Name of the office"
          description="What your business calls itself. PCs show it before anybody signs in."
          maxLength={OFFICE_NAME_MAX}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={saving} disabled={typed.trim() === (name ?? '')}>
          Save name
        </Button>
      </Group>
    </form>
  );
}
