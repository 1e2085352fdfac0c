import { opensOnly } from '#shared/access/roles.ts';
import { builtInRoleRefusal, role } from '#shared/model/role.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { ReactNode } from 'react';
import { titleOf } from '../../components/data-grid/list-row.ts';
import type { DeletionTexts } from '../../components/list-screen/delete-record.ts';
import type { FormMode, RecordFormSettings } from '../../components/record-form/form-settings.ts';
import classes from './roles.module.css';
import { useRoleHolders } from './use-role-holders.ts';

/** What a new role is good for, where it is made. */
const OPENS = 'A role of your own making opens the dashboard only. The built-in roles open the screens.';

export const roleForm: RecordFormSettings = {
  entity: 'role',
  sections: [{ title: 'Role', fields: [{ name: 'name', span: 'full', hint: OPENS }] }],
  titles: { add: 'Add Role', edit: 'Edit Role', view: 'View Role' },
  save: { add: 'Save', edit: 'Update' },
  done: {
    add: { title: 'Added!', message: 'New role has been added.' },
    edit: { title: 'Updated!', message: 'Role updated successfully.' },
  },
  // Section 8: the server's message, else these.
  failures: {
    load: 'Failed to fetch roles',
    save: { add: 'Failed to add role', edit: 'Update failed', preferServer: true },
  },
  blank: { field: 'name', reason: `Type a name: a role cannot be without one. ${OPENS}` },
  editRefused: (record) => builtInRoleRefusal(titleOf(role, record), 'renamed'),
  below: Holders,
};

export const roleDeletion: DeletionTexts = {
  title: (name) => `Delete "${name}"?`,
  message: 'The role can then no longer be assigned.',
  done: { title: 'Deleted!', message: 'Role has been deleted.' },
  failure: 'Failed to delete role',
};

/** Who has the role: what a deletion would be refused for. */
function Holders({ mode, record }: { mode: FormMode; record: AnyRecord | null }): ReactNode {
  const holders = useRoleHolders();
  if (mode !== 'view' || !record || !holders) return null;
  const names = holders.get(titleOf(role, record)) ?? [];
  const opens = opensOnly(titleOf(role, record));
  return (
    <section aria-label="Assigned to" className={classes.holders}>
      {opens !== null && <p className={classes.opens}>{opens}</p>}
      <h3 className={classes.holdersTitle}>Assigned to</h3>
      {names.length === 0 ? (
        <p className={classes.nobody}>Nobody has this role.</p>
      ) : (
        <ul className={classes.names}>
          {names.map((name, at) => (
            <li key={`${name} ${at}`}>{name}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
