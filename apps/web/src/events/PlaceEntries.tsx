import { BATCH_THEN } from '@steading/contract/events'
import type { EntityRef } from '@steading/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { PlaceField, PlaceLink, PlaceSelect, entityQuery, usePlace } from '../entities/index.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Shown, useFormMode } from '../ui/form/Entries.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import type { Entered } from './entered.ts'
import { chosenEnterprise, isPlace } from './places.ts'
import { sectorsQuery } from './events.queries.ts'
import { useCompanies } from './useCompanies.ts'

const none: readonly never[] = []

interface Props {
  readonly of: Entered
  /** Where it stands now: known, whether or not it could be chosen. */
  readonly known: EntityRef | undefined
  readonly wrong: (field: keyof Entered) => string | undefined
  readonly set: (change: Partial<Entered>) => void
}

const company = ['ENTERPRISE'] as const
const places = ['FARM', 'SECTOR'] as const

/** Where an event is: a company, then one of its farms, houses or rooms. */
export function PlaceEntries({ of, known, wrong, set }: Props) {
  const t = useText()
  const may = useMay()
  const mode = useFormMode()
  const isShown = mode === 'view'
  const companies = useCompanies(!isShown)
  const chosen = usePlace(isShown ? null : of.entityId)
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
  const enterpriseId = chosenEnterprise(companies, chosen, of)
  const isOpen = companies.total === 0 || enterpriseId !== null
  return (
    <>
      {companies.total > 0 && (
        <PlaceSelect
          label={t('entity.enterprise')}
          required
          types={company}
          known={chosen?.enterprise}
          value={enterpriseId}
          onChange={id => set({ enterpriseId: id, entityId: null, batchId: BATCH_THEN })}
          error={wrong('enterpriseId')}
        />
      )}
      <PlaceSelect
        label={t('event.at')}
        required
        disabled={!isOpen}
        hint={isOpen ? undefined : t('event.chooseEnterpriseFirst')}
        types={places}
        within={enterpriseId ?? undefined}
        known={of.entityId === known?.id ? known : undefined}
        value={of.entityId}
        onChange={entityId => set({ entityId, batchId: BATCH_THEN })}
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
  const chosen = usePlace(isShown ? null : of.entityId)
  const { data: sectors = none } = useQuery({
    ...sectorsQuery(of.entityId ?? ''),
    enabled: !isShown && of.entityId !== null,
  })
  if (isShown) return <Shown label={t('entity.generic')}>{known && <PlaceLink of={known} />}</Shown>
  return (
    <>
      <PlaceField
        label={t('entity.generic')}
        value={of.entityId === known?.id ? known : chosen}
        error={wrong('entityId')}
        empty={t('entity.chooseParent')}
        onChange={({ id }) => set({ entityId: id, sectorId: null })}
      />
      {chosen && isPlace(chosen) && sectors.length > 0 && (
        <SelectField
          label={t('entity.sector')}
          options={sectors.map(one => ({ value: one.id, label: one.displayName }))}
          value={of.sectorId}
          onChange={sectorId => set({ sectorId })}
          error={wrong('sectorId')}
        />
      )}
    </>
  )
}
