import { Button } from '@mantine/core'
import { type Position, areaOf, crossThemselves, polygonsOf, readBoundaries } from '@steading/contract/entities/boundaries'
import { type Entity, isTenant } from '@steading/contract/entities/entities'
import { number, quantity } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { useText } from '../../platform/texts.tsx'
import { Entries, type FormMode } from '../../ui/form/edit/FormFields.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { TextAreaField } from '../../ui/form/fields/TextField.tsx'
import { type Area, DrawMap, type Pin, SiteMap } from '../../ui/map/index.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Fields } from '../../ui/page/Fields.tsx'
import { Note } from '../../ui/page/Note.tsx'
import type { EntityFormValues, EntityFormState } from './entityForm.ts'
import { wayQuery } from '../tree/way.queries.ts'
import { nearestOnMap } from './nearestOnMap.ts'
import { mapQuery } from '../pages.queries.ts'

const waiting = <div className="site-map-place" />
/** Metres to a hundredth, as the area of a drawing is written. */
const drawnArea = (text: string | null) => {
  const read = text ? readBoundaries(text) : undefined
  return read ? Math.round(areaOf(read) * 100) / 100 : undefined
}

/** Said as soon as it is drawn, where it is drawn. */
const isCrossing = (text: string | null) => {
  const read = text ? readBoundaries(text) : undefined
  return read !== undefined && crossThemselves(read)
}

/** Where it is: coordinates and boundary, on the map and in words. */
export function PlaceCard({
  form,
  mode,
  name,
  entity,
  near,
}: {
  form: EntityFormState
  mode: FormMode
  name: string
  entity?: Entity
  /** Whose place a new one is likely near. */
  near: string | null
}) {
  const t = useText()
  const { values } = form
  const area = drawnArea(values.areaBoundaries)
  const isCrossed = useMemo(() => isCrossing(values.areaBoundaries), [values.areaBoundaries])
  const label = t('entity.mapOf', { name })
  const hint = area === undefined ? t('entity.notDrawn') : t('entity.drawn', { area: quantity(area, 'm²', t, 2) })
  if (mode === 'view') {
    const isPlaced = values.latitude !== undefined && values.longitude !== undefined
    // Tenants need not be anywhere.
    if (!isPlaced && area === undefined && entity && isTenant(entity.type)) return null
    return (
      <Card title={t('entity.boundary')} hint={hint} flush className="map-card">
        <div className="map-facts">
          <Fields
            items={[
              { label: t('entity.latitude'), value: isPlaced ? `${number(values.latitude, t, [5, 7])}°` : null },
              { label: t('entity.longitude'), value: isPlaced ? `${number(values.longitude, t, [5, 7])}°` : null },
            ]}
          />
        </div>
        {(isPlaced || area !== undefined) && <ShownPlace entity={entity} values={values} label={label} name={name} />}
      </Card>
    )
  }
  return (
    <Card title={t('entity.place')} hint={hint} flush className="map-card">
      <div className="map-facts">
        <Entries mode={mode}>
          <NumberField
            label={t('entity.latitude')}
            unit="°"
            min={-90}
            max={90}
            decimals={7}
            {...form.getInputProps('latitude')}
          />
          <NumberField
            label={t('entity.longitude')}
            unit="°"
            min={-180}
            max={180}
            decimals={7}
            {...form.getInputProps('longitude')}
          />
        </Entries>
        {area !== undefined && area !== values.area && (
          <Button size="xs" variant="default" className="take-area" onClick={() => form.setFieldValue('area', area)}>
            {t('entity.takeArea', { area: quantity(area, 'm²', t, 2) })}
          </Button>
        )}
      </div>
      <DrawPlace form={form} label={label} entity={entity} near={near} />
      {isCrossed && (
        <Note>
          <span role="alert">{t('invalid.boundariesCross')}</span>
        </Note>
      )}
      <details className="map-text">
        <summary>{t('map.asText')}</summary>
        <TextAreaField
          label={t('entity.boundary')}
          hint={t('map.asTextHint')}
          {...form.getInputProps('areaBoundaries')}
          value={values.areaBoundaries ?? ''}
          onChange={event => form.setFieldValue('areaBoundaries', event.currentTarget.value.trim() || null)}
        />
      </details>
    </Card>
  )
}

/** What else is on the map, around the one that it is about; links would take whoever draws away from what they drew. */
function useOthers(entity: Entity | undefined, areLinks: boolean) {
  const { data: mapped } = useQuery(mapQuery)
  const ownId = entity?.id
  return useMemo(() => {
    const others = (mapped ?? []).filter(entity => entity.id !== ownId)
    return {
      pins: others.map((other): Pin => ({
        id: other.id,
        name: other.name,
        at: [other.longitude, other.latitude],
        dim: true,
        ...(areLinks && { href: to('/system/entities/{entityid}/details', { entityid: other.id }) }),
      })),
      areas: others.flatMap((other): Area[] => {
        const boundaries = other.areaBoundaries ? readBoundaries(other.areaBoundaries) : undefined
        return boundaries ? [{ id: other.id, boundaries }] : []
      }),
    }
  }, [mapped, ownId, areLinks])
}

function ShownPlace({
  entity,
  values,
  label,
  name,
}: {
  entity: Entity | undefined
  values: EntityFormValues
  label: string
  name: string
}) {
  const others = useOthers(entity, true)
  const { areaBoundaries, latitude, longitude } = values
  const own = useMemo(() => (areaBoundaries ? readBoundaries(areaBoundaries) : undefined), [areaBoundaries])
  const at = useMemo(
    (): readonly Position[] => (latitude === undefined || longitude === undefined ? [] : [[longitude, latitude]]),
    [latitude, longitude],
  )
  const areas = useMemo(
    (): readonly Area[] => (own ? [...others.areas, { id: 'own', boundaries: own, main: true }] : others.areas),
    [others, own],
  )
  const pins = useMemo(
    (): readonly Pin[] => [...at.map(here => ({ id: entity?.id ?? '', name, at: here })), ...others.pins],
    [others, entity?.id, at, name],
  )
  const focus = useMemo(() => (own ? polygonsOf(own).flat(2) : at), [own, at])
  return <SiteMap label={label} areas={areas} pins={pins} focus={focus} waiting={waiting} />
}

function DrawPlace({
  form,
  label,
  entity,
  near,
}: {
  form: EntityFormState
  label: string
  entity: Entity | undefined
  near: string | null
}) {
  const others = useOthers(entity, false)
  const around = useAround(entity?.id ?? near)
  const { values } = form
  const place = useMemo(
    (): Position | undefined =>
      values.latitude === undefined ||
      values.longitude === undefined ||
      Math.abs(values.latitude) > 90 ||
      Math.abs(values.longitude) > 180
        ? undefined
        : [values.longitude, values.latitude],
    [values.latitude, values.longitude],
  )
  const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7
  return (
    <DrawMap
      label={label}
      boundaries={values.areaBoundaries}
      place={place}
      pins={others.pins}
      areas={others.areas}
      around={around}
      onBoundaries={text => form.setFieldValue('areaBoundaries', text)}
      onPlace={([longitude, latitude]) => {
        form.setFieldValue('longitude', round(longitude))
        form.setFieldValue('latitude', round(latitude))
      }}
      waiting={waiting}
    />
  )
}

/** Where a map begins that is to show a place without coordinates: at what is known near it. */
function useAround(id: string | null): readonly Position[] {
  const { data: mapped } = useQuery(mapQuery)
  const { data: way, isError } = useQuery({ ...wayQuery(id ?? ''), enabled: id !== null })
  return useMemo(() => {
    if (!mapped || (id !== null && !way && !isError)) return []
    const ids = (way ?? []).map(entity => entity.id)
    return nearestOnMap(mapped, ids).flatMap((entity): readonly Position[] => {
      const boundaries = entity.areaBoundaries ? readBoundaries(entity.areaBoundaries) : undefined
      return [...(boundaries ? polygonsOf(boundaries).flat(2) : []), [entity.longitude, entity.latitude]]
    })
  }, [mapped, way, isError, id])
}
