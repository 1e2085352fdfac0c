import { hrRecord } from '#shared/model/hr-record.ts';
import type { ReactNode } from 'react';
import type { ColumnSettings } from '../../components/data-grid/grid-columns.tsx';
import { titleOf, type GridRow } from '../../components/data-grid/list-row.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { PhoneLinks } from '../../components/record-links/phone-links.tsx';
import { MailLink } from '../../components/record-links/text-links.tsx';
import { hrRecordDeletion, hrRecordForm } from '../../components/hr-record-form/hr-record-form.ts';

/** HR contacts of other companies (section 2.23). */
export function HrRecordsScreen(): ReactNode {
  return (
    <ListScreen
      entity="hrRecord"
      list="hrRecords"
      heading="HR & Company Management"
      failure="Failed to fetch HR records"
      addLabel="Add HR"
      searchLabel="Search HR records"
      inDocuments={inDocuments}
      columns={wideColumns}
      narrowLines={3}
      narrowColumns={narrowColumns}
      numberHeading="Sr No"
      actionHeading="Actions"
      form={hrRecordForm}
      deletion={hrRecordDeletion}
    />
  );
}

const inDocuments = { label: 'In documents', emptyText: 'No document says so.' };

type Columns = Readonly<Record<string, ColumnSettings | false>>;

/** The way to reach the person: the company's address before the private one, the mobile before the office's number. */
const email = (row: GridRow): string => firstText(row['companyEmail'], row['personalEmail']);
const phone = (row: GridRow): string => firstText(row['personalPhone'], row['officePhone']);

function firstText(...values: readonly unknown[]): string {
  return values.find((value): value is string => typeof value === 'string' && value !== '') ?? '';
}

const columns = {
  companyEmail: {
    flex: 1.4,
    text: email,
    cell: (row) => email(row) !== '' && <MailLink email={email(row)} inGrid />,
  },
  personalEmail: false,
  personalPhone: {
    text: phone,
    cell: (row) => phone(row) !== '' && <PhoneLinks phone={phone(row)} of={titleOf(hrRecord, row)} inGrid />,
  },
  officePhone: false,
} satisfies Columns;

const wideColumns: Columns = {
  ...columns,
  hrName: { flex: 1, minWidth: 150 },
  companyName: { flex: 1.1, minWidth: 150 },
  jobRoles: { flex: 1.2, minWidth: 130 },
  companyAddress: { flex: 1.4, minWidth: 130 },
};

const narrowColumns: Columns = {
  ...columns,
  hrName: { flex: 0.8, minWidth: 88 },
  companyName: { flex: 0.9, minWidth: 92 },
  companyEmail: { ...columns.companyEmail, flex: 1.2, minWidth: 140 },
  jobRoles: { flex: 1.1, minWidth: 92 },
  companyAddress: { flex: 1.4, minWidth: 100 },
};
