import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import type { LazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { AuditFoot } from '../../ui/page/AuditFoot.tsx'
import { DeleteAction } from '../../ui/page/DeleteAction.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { FailedPage } from '../../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../../ui/state/Skeletons.tsx'

/** What every record of a batch answers beside its own fields. */
export interface BatchRecord {
  readonly id: string
  readonly editable: boolean
  readonly deletable: boolean
  readonly version: number
  readonly createdBy: { readonly shortName: string } | null
  readonly creationTimestampUtc: string
  readonly lastUpdatedBy: { readonly shortName: string } | null
  readonly lastUpdateTimestampUtc: string | null
}

/** What the edit form of a record gets. */
export interface RecordEditProps<R> {
  readonly record: R
  readonly head: (actions: ReactNode) => ReactNode
  readonly leave: () => void
}

/** One record of a batch, seen and changed in the same place. What may be done with it the record itself says. */
export function RecordPage<R extends BatchRecord, K extends QueryKey>({
  query,
  back,
  titleOf,
  renderMeta,
  renderActions,
  renderContent,
  Edit,
  remove,
  changed,
}: {
  query: UseQueryOptions<R, Error, R, K>
  back: { readonly href: string; readonly label: string }
  titleOf: (record: R) => string
  renderMeta: (record: R) => ReactNode
  /** Actions besides edit and delete. */
  renderActions?: (record: R) => ReactNode
  renderContent: (record: R) => ReactNode
  Edit: LazyComponent<RecordEditProps<R>>
  remove: (record: R) => Promise<unknown>
  changed: (deletedId?: string) => Promise<unknown>
}) {
  const t = useText()
  const { data: record, error, refetch } = useQuery(query)
  // What somebody began to change stays as they saw it, whatever is fetched behind it.
  const [edited, setEdited] = useState<R>()
  if (!record) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const head = (buttons: ReactNode) => (
    <PageHead back={back} title={titleOf(record)} meta={renderMeta(record)} stacked actions={buttons} />
  )
  if (edited)
    return (
      <Edit
        record={edited}
        head={head}
        leave={() => {
          setEdited(undefined)
          void changed()
        }}
        waiting={<SkeletonPage />}
      />
    )
  return (
    <>
      {head(
        <>
          {record.deletable && (
            <DeleteAction
              name={titleOf(record)}
              hint={t('movement.deleteHint')}
              failed={t('book.deleteFailed')}
              done={t('book.deleted')}
              remove={() => remove(record)}
              leave={back.href}
              onDeleted={() => changed(record.id)}
            />
          )}
          {record.editable && (
            <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEdited(record)}>
              {t('ui.edit')}
            </Button>
          )}
          {renderActions?.(record)}
        </>,
      )}
      <div className="stack">{renderContent(record)}</div>
      <AuditFoot
        created={{ by: record.createdBy?.shortName, at: record.creationTimestampUtc }}
        updated={{ by: record.lastUpdatedBy?.shortName, at: record.lastUpdateTimestampUtc }}
      />
    </>
  )
}
