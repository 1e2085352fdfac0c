import { spokenWithin } from '#shared/format/dates.ts';
import { SETTINGS_FILE, type NewJoinCode } from '#shared/protocol/joining.ts';
import { Button, Group, Text, Textarea } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { fetchDownload } from '../fetch-download.ts';
import { showFailure, showToast } from '../messages/messages.tsx';
import { QrPicture } from '../qr-picture/qr-picture.tsx';
import { copyText } from '../record-links/copy-button.tsx';
import { useNow } from '../use-now.ts';
import classes from './join-codes.module.css';
import { pcsText } from './join-wording.ts';

const MINUTE_MS = 60_000;

/** A code that was made just now: as text, as a picture, and as the file that an installer reads. */
export function MadeCode({ made: { code, addresses, uses, endsAt } }: { made: NewJoinCode }): ReactNode {
  const now = useNow(MINUTE_MS);
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => text.current?.select(), []);
  const save = async (): Promise<void> => {
    try {
      const { fileName, download } = await bridge.call('joinCodes.saveFile', { code });
      if (fileName === null) return;
      if (download !== null) fetchDownload(download, fileName);
      showToast({ title: `Saved ${fileName}`, message: 'Keep it from strangers: it holds the join code.' });
    } catch (error) {
      showFailure('The settings file could not be saved', error, save);
    }
  };
  return (
    <div className={classes.made}>
      <div className={classes.madeText}>
        <Textarea
          ref={text}
          label="Join code"
          description="It is shown this once."
          readOnly
          autosize
          minRows={3}
          maxRows={9}
          classNames={{ input: classes.code ?? '' }}
          value={code}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Group gap="sm" mt="sm">
          <Button variant="default" onClick={() => copyText(code)}>
            Copy
          </Button>
          <Button variant="default" title={`${SETTINGS_FILE}, for the installer`} onClick={() => void save()}>
            Save settings file
          </Button>
        </Group>
        <Text size="sm" mt="sm">
          Good until {spokenWithin(endsAt, now)}, for {pcsText(uses)}.
        </Text>
        <Text size="xs" c="dimmed" className={classes.addresses ?? ''}>
          Leads to {addresses.join(', ')}
        </Text>
      </div>
      <QrPicture text={code} label="QR picture of the join code" dense />
    </div>
  );
}
