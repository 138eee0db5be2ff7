import type { EntityRef } from '@steading/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { PlaceField, activeEntities, entityQuery } from '../entities/index.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Shown, useFormMode } from '../ui/form/Entries.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { PlaceLink } from './PlaceLink.tsx'
import type { Entered } from './entered.ts'
import { chosenEnterprise, enterprisesIn, placesIn } from './places.ts'
import { sectorsQuery } from './events.queries.ts'

const none: readonly never[] = []

interface Props {
  readonly of: Entered
  /** Where it stands now: known, whether or not it could be chosen. */
  readonly known: EntityRef | undefined
  readonly wrong: (field: keyof Entered) => string | undefined
  readonly set: (change: Partial<Entered>) => void
}

const options = (all: readonly Pick<EntityRef, 'id' | 'displayName'>[], known: EntityRef | undefined) =>
  [...(known && !all.some(one => one.id === known.id) ? [known] : []), ...all].map(one => ({
    value: one.id,
    label: one.displayName,
  }))

/** Where an event is: a company, then one of its farms, houses or rooms. */
export function PlaceEntries({ of, known, wrong, set }: Props) {
  const t = useText()
  const may = useMay()
  const mode = useFormMode()
  const isShown = mode === 'view'
  const { data: all = none } = useQuery({ ...activeEntities, enabled: !isShown })
  const { data: place } = useQuery({
    ...entityQuery(known?.id ?? ''),
    enabled: isShown && known !== undefined && may('entities.read'),
  })
  if (isShown)
    return (
      <>
        {place?.enterprise && place.enterprise.id !== known?.id && (
          <Shown label={t('entity.enterprise')}>
            <PlaceLink of={place.enterprise} />
          </Shown>
        )}
        <Shown label={t('event.at')}>{known && <PlaceLink of={known} />}</Shown>
      </>
    )
  const enterprises = enterprisesIn(all)
  const enterpriseId = chosenEnterprise(all, of)
  const isOpen = enterprises.length === 0 || enterpriseId !== null
  return (
    <>
      {enterprises.length > 0 && (
        <SelectField
          label={t('entity.enterprise')}
          required
          options={options(enterprises, undefined)}
          value={enterpriseId}
          onChange={id => set({ enterpriseId: id, entityId: null })}
          error={wrong('enterpriseId')}
        />
      )}
      <SelectField
        label={t('event.at')}
        required
        disabled={!isOpen}
        hint={isOpen ? undefined : t('event.chooseEnterpriseFirst')}
        options={isOpen ? options(placesIn(all, enterpriseId), of.entityId === known?.id ? known : undefined) : none}
        value={of.entityId}
        onChange={entityId => set({ entityId })}
        error={isOpen ? wrong('entityId') : undefined}
      />
    </>
  )
}

/** What a ticket is about: any place, and the house or room in it. */
export function TicketPlaceEntries({ of, known, wrong, set }: Props) {
  const t = useText()
  const mode = useFormMode()
  const isShown = mode === 'view'
  const { data: all = none } = useQuery({ ...activeEntities, enabled: !isShown })
  const { data: sectors = none } = useQuery({
    ...sectorsQuery(of.entityId ?? ''),
    enabled: !isShown && of.entityId !== null,
  })
  if (isShown) return <Shown label={t('entity.generic')}>{known && <PlaceLink of={known} />}</Shown>
  const isPhysical = all.some(one => one.id === of.entityId && (one.type === 'FARM' || one.type === 'SECTOR'))
  return (
    <>
      <PlaceField
        label={t('entity.generic')}
        value={all.find(one => one.id === of.entityId) ?? (of.entityId === known?.id ? known : undefined)}
        error={wrong('entityId')}
        empty={t('entity.chooseParent')}
        onChange={({ id }) => set({ entityId: id, sectorId: null })}
      />
      {isPhysical && sectors.length > 0 && (
        <SelectField
          label={t('entity.sector')}
          options={options(sectors, undefined)}
          value={of.sectorId}
          onChange={sectorId => set({ sectorId })}
          error={wrong('sectorId')}
        />
      )}
    </>
  )
}
