import { Code, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../../stores/session.ts';

/** What an empty list tells an office administrator: how the website's contact form comes to fill it. */
export function ConnectWebsite(): ReactNode {
  const server = useSession((session) => session.server);
  return (
    <div style={{ maxWidth: 560, textAlign: 'left' }}>
      <Text size="sm" mb={6}>
        Messages from the contact form of your website will appear here. To connect it:
      </Text>
      <List type="ordered" size="sm" spacing={4}>
        <List.Item>
          Ask whoever looks after the server ({server}) to start it with the setting{' '}
          <Code>PUBLIC_CONTACT=on</Code> and to allow the address of your website.
        </List.Item>
        <List.Item>
          Ask whoever looks after the website to let the form send <Code>name</Code>, <Code>email</Code>,{' '}
          <Code>mobile</Code> and <Code>message</Code> as JSON to the server, with{' '}
          <Code>POST /api/contacts</Code>.
        </List.Item>
        <List.Item>Send a test message from the website. It appears here within seconds.</List.Item>
      </List>
    </div>
  );
}
