import { readBoundaries } from '@steading/contract/entities/boundaries'
import { IconMapOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../../ui/Link.tsx'
import { type Area, type Pin, SiteMap } from '../../ui/map/index.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { mapQuery } from '../pages.queries.ts'
import { TypeIcon } from '../words.tsx'

/** Houses stand close to one another: below a place that has a label they have theirs from here on. */
const houseZoom = 13
const mostNamed = 50

/** The entities that have coordinates, on a map; the first of them by name below it. */
export function EntityMap() {
  const t = useText()
  const { data: mapped, error, refetch } = useQuery(mapQuery)
  const pins = useMemo(
    (): Pin[] =>
      (mapped ?? []).map(entity => ({
        id: entity.id,
        name: entity.name,
        at: [entity.longitude, entity.latitude],
        href: to('/system/entities/{entityid}/details', { entityid: entity.id }),
        dim: entity.status !== 'ACTIVE',
        ...(entity.type === 'SECTOR' && entity.hasPlaceAbove && { from: houseZoom }),
      })),
    [mapped],
  )
  const areas = useMemo(
    (): Area[] =>
      (mapped ?? []).flatMap(entity => {
        const boundaries = entity.areaBoundaries ? readBoundaries(entity.areaBoundaries) : undefined
        return boundaries ? [{ id: entity.id, boundaries }] : []
      }),
    [mapped],
  )
  if (!mapped)
    return error ? <Failed what={t('failed.list')} error={error} retry={() => void refetch()} /> : <Skeletons rows={8} />
  if (mapped.length === 0)
    return (
      <Card>
        <Empty icon={<IconMapOff size={30} stroke={1.4} />} title={t('entity.nowhere')}>
          {t('entity.nowhereHint')}
        </Empty>
      </Card>
    )
  return (
    <Card title={t('entity.onMap', { count: mapped.length })} flush className="map-card">
      <SiteMap label={t('entity.mapAll')} pins={pins} areas={areas} waiting={<div className="site-map-place" />} />
      <ul className="below">
        {mapped
          .filter(entity => entity.type !== 'SECTOR')
          .slice(0, mostNamed)
          .map(entity => (
            <li key={entity.id}>
              <Link href={to('/system/entities/{entityid}/details', { entityid: entity.id })}>
                <TypeIcon type={entity.type} />
                <span className="below-name">{entity.name}</span>
              </Link>
            </li>
          ))}
      </ul>
    </Card>
  )
}
