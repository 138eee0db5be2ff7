import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { PlaceLink } from '../entities/index.ts'
import { data } from '../platform/api/api.ts'
import { useWrite } from '../platform/api/useWrite.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { toast } from '../ui/overlay/toast.ts'
import { AuditFoot } from '../ui/page/AuditFoot.tsx'
import { Card } from '../ui/page/Card.tsx'
import { DeleteAction } from '../ui/page/DeleteAction.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { Note } from '../ui/page/Note.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { entriesChanged, entryQuery } from './queries.ts'
import { nameOf } from '@steading/locales/production'
import { valueOf } from './resource.tsx'
import type { Entry, EntryDetails, Resource } from './resource.tsx'
import { EntryStatus } from './ResourceList.tsx'

/** The form of an entry, loaded when it is needed. */
export const ResourceEdit = lazyComponent<{
  resource: Resource
  entry: EntryDetails
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}>(() => import('./ResourceEdit.tsx'))

/** One entry of a resource, seen and changed in the same place. */
export function ResourceDetails({ of: resource }: { of: Resource }) {
  const id = useParam(resource.paths.parameter)
  return <EntryPage key={id} resource={resource} id={id} />
}

function EntryPage({ resource, id }: { resource: Resource; id: string }) {
  const t = useText()
  const { data: entry, error, refetch } = useQuery(entryQuery(resource, id))
  // What somebody began to change stays as they saw it, whatever is fetched behind it.
  const [edited, setEdited] = useState<EntryDetails>()
  const back = { href: listHref(resource.paths.list), label: t(resource.words.many) }
  if (!entry) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const head = (actions: ReactNode) => (
    <PageHead back={back} title={nameOf(entry, t.language)} stacked meta={<Meta entry={entry} />} actions={actions} />
  )
  if (edited)
    return (
      <ResourceEdit
        resource={resource}
        entry={edited}
        head={head}
        leave={() => {
          setEdited(undefined)
          void entriesChanged(resource)
        }}
        waiting={<SkeletonPage />}
      />
    )
  return (
    <>
      {head(<Actions resource={resource} entry={entry} edit={() => setEdited(entry)} />)}
      <div className="stack">
        {!entry.editable && <Note>{t(entry.isSystem ? 'book.fixedProduct' : (resource.words.fixed ?? 'book.fixedAbove'))}</Note>}
        <Card title={t('ui.details')}>
          <Fields
            items={resource.fields.map(field => ({ label: t(field.label), value: field.shown(valueOf(entry, field), t) }))}
          />
        </Card>
        {resource.below?.(entry)}
      </div>
      {!entry.isSystem && (
        <AuditFoot
          created={{ by: entry.createdBy?.shortName, at: entry.creationTimestampUtc }}
          updated={{ by: entry.lastUpdatedBy?.shortName, at: entry.lastUpdateTimestampUtc }}
        />
      )}
    </>
  )
}

function Meta({ entry }: { entry: Entry }) {
  const t = useText()
  return (
    <>
      <EntryStatus status={entry.status} />
      {entry.entity ? <PlaceLink entity={entry.entity} /> : <span>{t(entry.isSystem ? 'book.product' : 'role.above')}</span>}
    </>
  )
}

/** Delete and edit; an entry in use becomes inactive instead of being deleted. */
function Actions({ resource, entry, edit }: { resource: Resource; entry: Entry; edit: () => void }) {
  const sendRemove = useWrite([resource.name, 'remove'], resource.calls.remove)
  const t = useText()
  const may = useMay()
  if (!entry.editable) return null
  return (
    <>
      {may(resource.permissions.delete) && (
        <DeleteAction
          name={entry.displayName}
          hint={t(resource.words.deleteHint ?? 'book.deleteHint')}
          failed={t('book.deleteFailed')}
          done={t('book.deleted')}
          remove={async () => {
            const { outcome } = await data(sendRemove({ params: { id: entry.id } }))
            // Only books keep what is in use.
            if (outcome !== 'INACTIVATED') return true
            await entriesChanged(resource)
            toast(t('book.inactivated'), entry.displayName)
            return false
          }}
          leave={listHref(resource.paths.list)}
          onDeleted={() => entriesChanged(resource, entry.id)}
        />
      )}
      {may(resource.permissions.update) && (
        <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
          {t('ui.edit')}
        </Button>
      )}
    </>
  )
}
