import type { EntityRow } from '@steading/contract/entities/entities'
import { useQuery } from '@tanstack/react-query'
import { data } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useMay } from '../../platform/session/session.ts'
import { useLanguage, useText } from '../../platform/texts.tsx'
import { MultiSelectField } from '../../ui/form/fields/MultiSelectField.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { calls, tagsQuery } from '../choices.queries.ts'
import { tagName } from '../words.tsx'

/** What each result of making a tag says. */
export const resultWords = { SUCCESS: 'tag.made', DEFERRED: 'tag.deferred', ERROR: 'tag.inUse' } as const

/** Tags of an entity: those that may be put on it, and a new one made of what was typed. */
export function TagsField({
  at,
  value,
  known,
  onChange,
  error,
}: {
  /** The entity whose tags these are; a new tag is made there. */
  at: string | null
  value: readonly string[]
  known: EntityRow['tags']
  onChange: (ids: string[]) => void
  error: string | undefined
}) {
  const sendCreate = useWrite(['tags', 'create'], calls.create)
  const t = useText()
  const may = useMay()
  const { language } = useLanguage()
  const { run } = useAsyncAction()
  const { data: tags, error: failed } = useQuery({ ...tagsQuery(at ?? ''), enabled: at !== null && may('entities.tags.read') })
  const named = new Map([...known, ...(tags ?? [])].map(tag => [tag.id, tagName(tag, language)] as const))
  const make = (name: string) =>
    run(async () => {
      if (at === null) return
      const { result, tag } = await data(sendCreate({ query: { entityId: at }, body: { name } }))
      queryClient.setQueryData(tagsQuery(at).queryKey, before => [
        ...(before ?? []).filter(otherTag => otherTag.id !== tag.id),
        tag,
      ])
      if (!value.includes(tag.id)) onChange([...value, tag.id])
      toast(t(resultWords[result], { name: tag.name }))
    })
  return (
    <MultiSelectField
      label={t('tag.many')}
      options={[...named].map(([id, label]) => ({ value: id, label }))}
      value={value}
      onChange={onChange}
      max={50}
      disabled={at === null}
      onNew={at !== null && may('entities.tags.create') ? name => void make(name) : undefined}
      newText={name => t('tag.new', { name })}
      failed={failed && !tags ? t('failed.lookup') : undefined}
      error={error}
    />
  )
}
