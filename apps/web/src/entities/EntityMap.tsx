import { readBoundaries } from '@steading/contract/boundaries'
import { IconMapOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { to } from '../app/index.ts'
import { useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'
import { type Area, type Pin, SiteMap } from '../ui/map/index.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { mapQuery } from './pages.queries.ts'
import { TypeIcon } from './words.tsx'

/** Houses stand close to one another: they have a label from here on. */
const houseZoom = 13
const mostNamed = 50

/** The entities that have coordinates, on a map; the first of them by name below it. */
export function EntityMap() {
  const t = useText()
  const { data: mapped, error, refetch } = useQuery(mapQuery)
  const pins = useMemo(
    (): Pin[] =>
      (mapped ?? []).map(one => ({
        id: one.id,
        name: one.name,
        at: [one.longitude, one.latitude],
        href: to('/system/entities/{entityid}/details', { entityid: one.id }),
        dim: one.status !== 'ACTIVE',
        ...(one.type === 'SECTOR' && { from: houseZoom }),
      })),
    [mapped],
  )
  const areas = useMemo(
    (): Area[] =>
      (mapped ?? []).flatMap(one => {
        const boundaries = one.areaBoundaries ? readBoundaries(one.areaBoundaries) : undefined
        return boundaries ? [{ id: one.id, boundaries }] : []
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
          .filter(one => one.type !== 'SECTOR')
          .slice(0, mostNamed)
          .map(one => (
            <li key={one.id}>
              <Link href={to('/system/entities/{entityid}/details', { entityid: one.id })}>
                <TypeIcon type={one.type} />
                <span className="below-name">{one.name}</span>
              </Link>
            </li>
          ))}
      </ul>
    </Card>
  )
}
