import type { ReactNode } from 'react';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { templateDeletion, templateForm } from './template-form.ts';

/** What messages to people begin with. */
export function TemplatesScreen(): ReactNode {
  return (
    <ListScreen
      entity="messageTemplate"
      list="templates"
      heading="Templates"
      failure="Failed to fetch templates"
      addLabel="Add Template"
      searchLabel="Search templates"
      columns={columns}
      narrowLines={2}
      form={templateForm}
      deletion={templateDeletion}
    />
  );
}

const columns = {
  name: { flex: 1, minWidth: 150 },
  channel: { flex: 0.5, minWidth: 90 },
  audience: { flex: 0.7, minWidth: 110 },
  text: { flex: 2.4, minWidth: 160 },
  active: { flex: 0.4, minWidth: 70 },
};
