import { formatDate, formatDateTime } from '#shared/format/dates.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { entityOf } from '#shared/model/entities.ts';
import { fieldOf, type AnyRecord } from '#shared/model/entity.ts';
import type { Mergeable } from '#shared/model/merged-record.ts';
import type { Compared } from '#shared/protocol/duplicates.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { Alert, Box, Button, Group, Loader, Modal, Radio, Text } from '@mantine/core';
import { useCallback, useEffect, useId, useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { candidateForm } from '../../components/candidate-form/candidate-form.ts';
import { showDone } from '../../components/changes/undo.ts';
import { fieldText } from '../../components/field-text.ts';
import { inquiryForm } from '../../components/inquiry-form/inquiry-form.ts';
import { sentenceOf } from '../../components/messages/messages.tsx';
import { coupledFields } from '../../components/record-form/form-settings.ts';
import classes from './duplicates.module.css';
import { ALL, allTexts, chosenValues, firstAdded, rowsToChoose, type Picks } from './merge-choice.ts';
import { changedMeanwhile, standingPicks } from './merge-meanwhile.ts';

interface MergeDialogProps {
  entity: Mergeable;
  ids: readonly string[];
  onClose: () => void;
}

const coupled = {
  candidate: coupledFields(candidateForm.sections),
  inquiry: coupledFields(inquiryForm.sections),
};

/** Records side by side: which one stays, and of each field whose value. */
export function MergeDialog({ entity, ids, onClose }: MergeDialogProps): ReactNode {
  const definition = entityOf(entity);
  const plural = inSentence(definition.plural);
  const name = useId();
  const [compared, setCompared] = useState<Compared | null>(null);
  /** As it was when the dialog was opened: what others changed since is told. */
  const [first, setFirst] = useState<Compared | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [stays, setStays] = useState('');
  const [chosen, setChosen] = useState<Picks>({});
  const [busy, setBusy] = useState(false);

  const load = useCallback(() => {
    bridge.call('duplicates.compare', { entity, ids: [...ids] }).then(
      (now) => {
        setCompared(now);
        setFirst((before) => before ?? now);
        setStays((before) =>
          now.records.some(({ record }) => record._id === before)
            ? before
            : firstAdded(now.records.map(({ record }) => record)),
        );
      },
      (error: unknown) => setFailure(sentenceOf(error, 'The records could not be compared.')),
    );
  }, [entity, ids]);
  useEffect(load, [load]);
  useBridgeEvent('changed', (event) => {
    if (!busy && event.entity === entity && (!event.ids || event.ids.some((id) => ids.includes(id)))) load();
  });

  const records = compared?.records.map(({ record }) => record) ?? [];
  const { rows, alike } = rowsToChoose(definition, records, coupled[entity]);
  const picks =
    compared && first
      ? standingPicks({ entity: definition, coupled: coupled[entity], first, now: compared, stays, chosen })
      : {};
  const changed = compared && first && changedMeanwhile(definition, first.records, compared.records);
  const missing = compared ? ids.length - records.length : 0;
  const moved = compared
    ? records.reduce((sum, { _id }) => sum + (_id === stays ? 0 : (compared.references[_id] ?? 0)), 0)
    : 0;

  const merge = async (): Promise<void> => {
    if (!compared || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const { set } = await bridge.call('duplicates.merge', {
        entity,
        stays,
        others: records.map(({ _id }) => _id).filter((id) => id !== stays),
        values: chosenValues(definition, rows, picks, stays, records),
        bases: Object.fromEntries(compared.records.map(({ record, base }) => [record._id, base])),
      });
      const title = titleText(records.find(({ _id }) => _id === stays)?.[definition.title]);
      showDone(
        { title: 'Merged', message: `${formatNumber(records.length)} ${plural} are one now: ${title}` },
        set,
      );
      onClose();
    } catch (error) {
      setFailure(sentenceOf(error, 'They could not be merged.'));
      // What was compared is not what is there.
      if (error instanceof PlainError && ['conflict', 'not-found'].includes(error.code)) load();
      setBusy(false);
    }
  };

  // What is being merged is not called back by closing this, and may still say that it was refused.
  const close = (): void => {
    if (!busy) onClose();
  };

  return (
    <Modal
      opened
      onClose={close}
      title={`Merge ${formatNumber(records.length || ids.length)} ${plural}`}
      size="min(1180px, calc(100vw - 48px))"
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ transition: 'fade', duration: 100 }}
    >
      {failure !== null && (
        <Alert color="red" role="alert" mb="sm">
          {failure}
        </Alert>
      )}
      {!compared && failure === null && (
        <Group role="status" gap="xs">
          <Loader size="xs" aria-hidden />
          Loading...
        </Group>
      )}
      {compared && missing > 0 && (
        <Alert color="yellow" role="status" mb="sm">
          {missing === 1
            ? 'One of them is no longer there: somebody deleted or merged it meanwhile.'
            : `${missing} of them are no longer there: somebody deleted or merged them meanwhile.`}
        </Alert>
      )}
      {changed !== null && records.length >= 2 && (
        <Alert color="yellow" role="status" mb="sm">
          {changed}
        </Alert>
      )}
      {compared && records.length >= 2 && (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            Choose the one that stays, and whose value it gets.{' '}
            {moved > 0 && `${formatNumber(moved)} activities and other references move to it. `}
            The others lead to it.
            {!compared.known &&
              ' Offline, it is not known which value is newer: what was changed last counts.'}
          </Text>
          {/* Reachable by Tab, so that it can be scrolled by keys. */}
          <Box className={classes.compared} tabIndex={0} role="region" aria-label="Values side by side">
            <table className={classes.sideBySide}>
              <thead>
                <tr>
                  <th scope="col">Stays</th>
                  {records.map((record) => (
                    <th scope="col" key={record._id}>
                      <Radio
                        name={`${name}-stays`}
                        checked={stays === record._id}
                        onChange={() => setStays(record._id)}
                        label={<Heading record={record} title={titleText(record[definition.title])} />}
                      />
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(([shown]) => {
                  const field = fieldOf(definition, shown);
                  const filled = records.filter((record) => titleText(record[shown]) !== '');
                  return (
                    <tr key={shown}>
                      <th scope="row">
                        {field.label}
                        {field.kind === 'longText' && filled.length > 1 && (
                          <Radio
                            mt={4}
                            size="xs"
                            name={`${name}-${shown}`}
                            label="Keep all"
                            aria-label={`${field.label}: keep all`}
                            title={allTexts(shown, stays, records)}
                            checked={picks[shown] === ALL}
                            onChange={() => setChosen((now) => ({ ...now, [shown]: ALL }))}
                          />
                        )}
                      </th>
                      {compared.records.map(({ record, references }) => {
                        const value =
                          field.kind === 'reference'
                            ? (references[shown] ?? (record[shown] ? 'Unknown' : ''))
                            : fieldText(field, record[shown]);
                        const at = compared.written[record._id]?.[shown];
                        return (
                          <td key={record._id} data-chosen={picks[shown] === record._id || undefined}>
                            <Radio
                              name={`${name}-${shown}`}
                              checked={picks[shown] === record._id}
                              onChange={() => setChosen((now) => ({ ...now, [shown]: record._id }))}
                              label={<span className={classes.value}>{value === '' ? '—' : value}</span>}
                              aria-label={`${field.label}: ${value === '' ? 'empty' : value}`}
                              title={at && value !== '' ? `Written ${formatDateTime(at)}` : undefined}
                            />
                          </td>
                        );
                      })}
                    </tr>
                  );
                })}
              </tbody>
            </table>
            {alike.length > 0 && (
              <Text size="sm" c="dimmed" py="xs">
                The same in all: {alike.map((each) => fieldOf(definition, each).label).join(', ')}.
              </Text>
            )}
          </Box>
        </>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close} disabled={busy}>
          Cancel
        </Button>
        <Button onClick={() => void merge()} disabled={records.length < 2} loading={busy}>
          Merge
        </Button>
      </Group>
    </Modal>
  );
}

function Heading({ record, title }: { record: AnyRecord; title: string }): ReactNode {
  return (
    <>
      {title}
      <span className={classes.added}>added {formatDate(titleText(record['createdAt']) || null)}</span>
    </>
  );
}

const titleText = (value: unknown): string => (typeof value === 'string' ? value : '');
