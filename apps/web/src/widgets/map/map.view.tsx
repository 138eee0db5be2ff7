import { readBoundaries } from '@steading/contract/entities/boundaries'
import type { Translate } from '@steading/locales/text'
import { IconMapOff } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useText } from '../../platform/texts.tsx'
import { type Area, type ClusterName, type Pin, SiteMap } from '../../ui/map/index.tsx'
import { severityWord } from '../../ui/marks/SeverityMark.tsx'
import { FetchedBody } from '../FetchedBody.tsx'
import type { MappedPlace } from '../source/sessionContent.ts'
import { useHasLinks } from '../source/source.ts'
import { useSource } from '../source/useSource.ts'
import type { WidgetProps } from '../view.ts'
import { Widget } from '../Widget.tsx'
import { WidgetNote } from '../WidgetNote.tsx'
import './map.css'

/** Houses stand close to one another: below a place that has a pin they have theirs from here on. */
const HOUSE_ZOOM = 13

/** A pin leads to the dashboard of its entity, else to the entity; its mark is that of its worst open event. */
export const pinOf = (place: MappedPlace, hasLinks: boolean, t: Translate): Pin => {
  const { id, name, type, status, latitude, longitude, hasPlaceAbove, worst } = place
  return {
    id,
    name,
    at: [longitude, latitude],
    ...(hasLinks && { href: hrefOf(place) }),
    dim: status !== 'ACTIVE',
    ...(type === 'SECTOR' && hasPlaceAbove && { from: HOUSE_ZOOM }),
    severity: worst === null ? undefined : { level: worst, word: t(severityWord[worst]) },
  }
}

const hrefOf = ({ id, dashboard }: Pick<MappedPlace, 'id' | 'dashboard'>) =>
  dashboard
    ? to('/farmview') + writeSearch({ dashboard: dashboard.id })
    : to('/system/entities/{entityid}/details', { entityid: id })

export const areaOf = ({ id, areaBoundaries }: Pick<MappedPlace, 'id' | 'areaBoundaries'>): Area[] => {
  const boundaries = areaBoundaries ? readBoundaries(areaBoundaries) : undefined
  return boundaries ? [{ id, boundaries }] : []
}

/** MAP: farms where they are, by their worst open event. */
export default function MapView({ widget, configs: { title, entityId, boundaries } }: WidgetProps<'MAP'>) {
  const t = useText()
  const source = useSource()
  const query = useMemo(() => source.map(entityId, widget), [source, entityId, widget])
  const name = title ?? t('widget.type.MAP')
  return (
    <Widget name={name} flush>
      <FetchedBody query={query} permission="entities.read" waiting={<div className="w-map chart sk" />}>
        {mapped =>
          mapped.length === 0 ? (
            <div className="w-scroll">
              <WidgetNote icon={<IconMapOff size={18} aria-hidden />}>{t('widget.map.none')}</WidgetNote>
            </div>
          ) : (
            <Places name={name} mapped={mapped} withBoundaries={boundaries} />
          )
        }
      </FetchedBody>
    </Widget>
  )
}

function Places({ name, mapped, withBoundaries }: { name: string; mapped: readonly MappedPlace[]; withBoundaries: boolean }) {
  const t = useText()
  const hasLinks = useHasLinks()
  const pins = useMemo(() => mapped.map(place => pinOf(place, hasLinks, t)), [mapped, hasLinks, t])
  const areas = useMemo(() => (withBoundaries ? mapped.flatMap(areaOf) : []), [mapped, withBoundaries])
  const clusterName = useCallback<ClusterName>(
    (count, opens) => t(opens === 'list' ? 'map.clusterList' : 'map.cluster', { count }),
    [t],
  )
  return (
    <div className="w-map">
      <p className="vh">
        {t('widget.map.summary', { count: mapped.length, events: mapped.filter(entity => entity.worst !== null).length })}
      </p>
      <SiteMap label={name} pins={pins} areas={areas} clusterName={clusterName} waiting={<div className="w-map chart sk" />} />
    </div>
  )
}
