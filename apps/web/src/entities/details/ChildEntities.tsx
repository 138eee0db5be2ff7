import { type Entity, childTypesOf } from '@steading/contract/entities/entities'
import { number } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { to } from '../../platform/navigation/paths.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../../ui/Link.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { belowQuery } from '../pages.queries.ts'
import { EntityStatusPill, TypeIcon, kindWord } from '../words.tsx'

/** What stands directly below an entity, the first of them; all are in the list. */
export function ChildEntities({ entity }: { entity: Entity }) {
  const t = useText()
  const { data: page, error, refetch } = useQuery(belowQuery(entity.id))
  if (childTypesOf(entity.type).length === 0) return null
  const more = (page?.totalElements ?? 0) - (page?.content.length ?? 0)
  return (
    <Card title={t('entity.below')} hint={page && page.totalElements > 0 ? number(page.totalElements, t) : undefined} flush>
      {!page && (error ? <Failed what={t('failed.list')} error={error} retry={() => void refetch()} /> : <Skeletons rows={3} />)}
      {page?.totalElements === 0 && <p className="below-none">{t('entity.nothingBelow')}</p>}
      <ul className="below">
        {page?.content.map(item => (
          <li key={item.id}>
            <Link href={to('/system/entities/{entityid}/details', { entityid: item.id })}>
              <TypeIcon type={item.type} />
              <span className="below-name">{item.name}</span>
              <span className="dim">
                {t(kindWord(item.type, entity.type))}
                {item.code && ` · ${item.code}`}
              </span>
              {item.status !== 'ACTIVE' && <EntityStatusPill status={item.status} />}
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="below-none">
          <Link href={to('/system/entities') + writeSearch({ view: 'list', entityId: entity.id })}>
            {t('ui.showAll', { count: more })}
          </Link>
        </p>
      )}
    </Card>
  )
}
