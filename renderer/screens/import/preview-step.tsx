import { formatNumber } from '#shared/format/numbers.ts';
import { KNOWN_CHOICES, type ImportState, type KnownChoice, type RowState } from '#shared/protocol/import.ts';
import { Button, Group, Loader, Select, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { CHOICE_LABELS, STATE_LABELS } from '../../components/import/import-wording.ts';
import { PageButtons } from '../../components/page-buttons.tsx';
import { sentenceOf } from '../../components/messages/messages.tsx';
import classes from './import.module.css';
import { PreviewTable } from './preview-table.tsx';
import { allOf, FILTERS, PAGE_ROWS, usePreview } from './use-preview.ts';

interface PreviewStepProps {
  state: ImportState;
  onBack: () => void;
  onNext: () => void;
}

/** Every row as it was judged: what is wrong is mended here, and what becomes of known people is said. */
export function PreviewStep({ state, onBack, onNext }: PreviewStepProps): ReactNode {
  const { counts, choice } = state;
  const [only, setOnly] = useState<RowState | null>(null);
  /** `mended`: rows on the pages before that are no longer among those asked for, so that the others have moved up. */
  const [{ at, mended }, setPlace] = useState({ at: 0, mended: 0 });
  const { page, mend, choose } = usePreview(state, only, Math.max(0, at * PAGE_ROWS - mended));
  const { data } = page;
  const pages = Math.max(1, Math.ceil(((data?.total ?? 0) + mended) / PAGE_ROWS));
  const show = (next: RowState | null): void => {
    setOnly(next);
    setPlace({ at: 0, mended: 0 });
  };
  const turnTo = (next: number): void => {
    const here = only === null ? 0 : (data?.rows ?? []).filter((row) => row.state !== only).length;
    setPlace({ at: next, mended: next > at ? mended + here : 0 });
  };
  return (
    <>
      <div className={classes.tools}>
        <div role="group" aria-label="Rows to show" className={classes.chips}>
          {FILTERS.map((each) => (
            <Chip key={each} on={only === each} count={counts?.[each] ?? 0} onPress={() => show(each)}>
              {STATE_LABELS[each]}
            </Chip>
          ))}
          <Chip on={only === null} count={counts ? allOf(counts) : 0} onPress={() => show(null)}>
            All
          </Chip>
        </div>
        {(counts?.known ?? 0) > 0 && (
          <Select
            size="xs"
            className={classes.forAll}
            label="Who is already here"
            data={KNOWN_CHOICES.map((value) => ({ value, label: CHOICE_LABELS[value] }))}
            value={choice}
            allowDeselect={false}
            comboboxProps={{ transitionProps: { duration: 0 } }}
            onChange={(value) => {
              const next = KNOWN_CHOICES.find((each): each is KnownChoice => each === value);
              if (next) void choose(next);
            }}
          />
        )}
      </div>
      {page.isError && (
        <Group role="alert" px="md" py="sm" gap="sm">
          <Text size="sm">Failed to load the rows. {sentenceOf(page.error, '')}</Text>
          <Button size="compact-sm" variant="default" onClick={() => void page.refetch()}>
            Retry
          </Button>
        </Group>
      )}
      {page.isPending && (
        <div className={classes.loading} role="status">
          <Loader size="xs" aria-hidden />
          Loading rows...
        </div>
      )}
      {data && data.rows.length === 0 && (
        <Text c="dimmed" className={classes.inner} role="status">
          There are no such rows.
        </Text>
      )}
      {data && data.rows.length > 0 && (
        <PreviewTable
          key={`${only} ${at}`}
          state={state}
          rows={data.rows}
          loading={page.isPlaceholderData}
          onMend={mend}
          onChoose={(row, next) => void choose(next, row)}
        />
      )}
      <Group className={classes.footer}>
        {pages > 1 && (
          <PageButtons
            className={classes.pages}
            total={pages}
            page={at + 1}
            onPage={(next) => turnTo(next - 1)}
          />
        )}
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button onClick={onNext}>Next: import</Button>
      </Group>
    </>
  );
}

interface ChipProps {
  on: boolean;
  count: number;
  onPress: () => void;
  children: string;
}

function Chip({ on, count, onPress, children }: ChipProps): ReactNode {
  return (
    <button type="button" className={classes.chip} aria-pressed={on} onClick={onPress}>
      {children} <b>{formatNumber(count)}</b>
    </button>
  );
}
