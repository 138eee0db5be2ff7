import type { ReactNode } from 'react'
import { PageHead } from '../../ui/page/head/PageHead.tsx'

/** Actions of a list of records: its file, and a new one. */
export interface ListActions {
  readonly file: ReactNode
  readonly create: ReactNode
}

/** Above a list that is a page. */
export const ListPageHead = ({ title, actions, filters }: { title: string; actions: ListActions; filters: ReactNode }) => (
  <>
    <PageHead
      title={title}
      actions={
        <>
          {actions.file}
          {actions.create}
        </>
      }
    />
    {filters}
  </>
)

/** Above a list that is a tab of a batch: filters and actions in one line. */
export const ListTabHead = ({ actions, filters }: { actions: ListActions; filters: ReactNode }) => (
  <div className="filters-bar">
    {filters}
    <span className="filters-end">
      {actions.file}
      {actions.create}
    </span>
  </div>
)
