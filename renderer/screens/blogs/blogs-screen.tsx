import { blog } from '#shared/model/blog.ts';
import type { ReactNode } from 'react';
import type { ColumnSettings } from '../../components/data-grid/grid-columns.tsx';
import { titleOf, type GridRow } from '../../components/data-grid/list-row.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { StatusBadge } from '../../components/status-badge/status-badge.tsx';
import { blogDeletion, blogForm } from './blog-form.ts';

/** Articles of the public website (section 2.20). */
export function BlogsScreen(): ReactNode {
  return (
    <ListScreen
      entity="blog"
      list="blogs"
      heading="Blog Management"
      failure="Failed to fetch blogs"
      addLabel="Add Blog"
      searchLabel="Search blogs"
      columns={wideColumns}
      narrowLines={2}
      narrowColumns={narrowColumns}
      numberHeading="S N"
      actionHeading="Actions"
      form={blogForm}
      deletion={blogDeletion}
    />
  );
}

function BlogTitle({ row }: { row: GridRow }): ReactNode {
  const title = titleOf(blog, row);
  if (row['isDraft'] !== true) return title;
  return (
    <>
      {title} <StatusBadge word="Draft" tone="neutral" />
    </>
  );
}

// What tells one article from another is its title, and titles are long.
const wideColumns: Readonly<Record<string, ColumnSettings | false>> = {
  title: { cell: (row) => <BlogTitle row={row} />, flex: 2.4, minWidth: 220 },
  isDraft: false,
  slug: { flex: 0.9, minWidth: 120 },
  category: { minWidth: 168 },
  blogfor: { flex: 0.6, minWidth: 104 },
};

const narrowColumns: Readonly<Record<string, ColumnSettings | false>> = {
  title: { cell: (row) => <BlogTitle row={row} />, flex: 2.4, minWidth: 180 },
  isDraft: false,
  slug: { flex: 1.2, minWidth: 110 },
  category: { flex: 0.8, minWidth: 104 },
  blogfor: { flex: 0.6, minWidth: 90 },
};
