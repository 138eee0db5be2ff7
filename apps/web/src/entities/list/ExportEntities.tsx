import { data } from '../../platform/api/api.ts'
import { useLanguage, useText } from '../../platform/texts.tsx'
import { ExportRows } from '../../ui/list/export/ExportRows.tsx'
import { calls } from '../entities.queries.ts'
import type { EntityQuery } from './EntityTable.tsx'
import { statusStates, tagName, typeWord, wayOf } from '../words.tsx'

/** Everything that the filters leave, as a file. */
export function ExportEntities({ query }: { query: EntityQuery }) {
  const t = useText()
  const { language } = useLanguage()
  const head = [t('ui.name'), t('entity.type'), t('entity.code'), t('entity.status.label'), t('entity.parent'), t('tag.many')]
  return (
    <ExportRows
      name={t('entity.many')}
      fetch={paging => data(calls.search({ query: { ...query, ...paging } }))}
      cells={rows => [
        head,
        ...rows.map(entity => [
          entity.displayName,
          t(typeWord[entity.type]),
          entity.code,
          t(statusStates[entity.status].word),
          wayOf(entity.above),
          entity.tags.map(tag => tagName(tag, language)).join(', '),
        ]),
      ]}
    />
  )
}
