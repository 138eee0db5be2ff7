import { BATCH_THEN } from '@steading/contract/events/events'
import type { EntityRef } from '@steading/contract/entities/entities'
import { useQuery } from '@tanstack/react-query'
import { PlaceField, PlaceSelect, usePlace } from '../../entities/index.ts'
import { useText } from '../../platform/texts.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import type { EventFormValues } from './eventForm.ts'
import { chosenEnterprise, isFarmOrSector } from './enterprises.ts'
import { sectorsQuery } from '../events.queries.ts'
import { useEnterprises } from './useEnterprises.ts'

const none: readonly never[] = []

interface Props {
  readonly values: EventFormValues
  /** The place of the saved event, which may not be among the options. */
  readonly known: EntityRef | undefined
  readonly wrong: (field: keyof EventFormValues) => string | undefined
  readonly set: (change: Partial<EventFormValues>) => void
}

const company = ['ENTERPRISE'] as const
const places = ['FARM', 'SECTOR'] as const

/** Where an event is: a company, then one of its farms, houses or rooms. */
export function PlaceEntries({ values, known, wrong, set }: Props) {
  const t = useText()
  const companies = useEnterprises()
  const chosen = usePlace(values.entityId)
  const enterpriseId = chosenEnterprise(companies, chosen, values)
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
        known={values.entityId === known?.id ? known : undefined}
        value={values.entityId}
        onChange={entityId => set({ entityId, batchId: BATCH_THEN })}
        error={isOpen ? wrong('entityId') : undefined}
      />
    </>
  )
}

/** What a ticket is about: any place, and the house or room in it. */
export function TicketPlaceEntries({ values, known, wrong, set }: Props) {
  const t = useText()
  const chosen = usePlace(values.entityId)
  const { data: sectors = none } = useQuery({
    ...sectorsQuery(values.entityId ?? ''),
    enabled: values.entityId !== null,
  })
  return (
    <>
      <PlaceField
        label={t('entity.generic')}
        value={values.entityId === known?.id ? known : chosen}
        error={wrong('entityId')}
        empty={t('entity.chooseParent')}
        onChange={({ id }) => set({ entityId: id, sectorId: null })}
      />
      {chosen && isFarmOrSector(chosen) && sectors.length > 0 && (
        <SelectField
          label={t('entity.sector')}
          options={sectors.map(sector => ({ value: sector.id, label: sector.displayName }))}
          value={values.sectorId}
          onChange={sectorId => set({ sectorId })}
          error={wrong('sectorId')}
        />
      )}
    </>
  )
}
