import { BATCH_STATUSES, type BatchStatus } from '@steading/contract/production/batches'
import { SPECIES_CODES, type SpeciesCode } from '@steading/contract/production/species'
import { EntityFilter } from '../../entities/index.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { speciesOptions } from '../../species/index.ts'
import { ChoiceFilter } from '../../ui/list/filter/Filters.tsx'
import { statusWord } from '../BatchState.tsx'

const IN_COMPANY = ['ENTERPRISE', 'FARM', 'SECTOR'] as const

interface BatchFilter {
  readonly status?: BatchStatus[] | undefined
  readonly species?: SpeciesCode | undefined
  readonly entityId?: string | undefined
}

/**
 * Filters that lists of batches share: status, species, and place. `standard`: what stands where nobody has chosen, instead of any;
 * the place is then a company or below one.
 */
export function BatchFilters({
  filter,
  onChange,
  standard,
}: {
  filter: BatchFilter
  onChange: (change: BatchFilter) => void
  standard?: { readonly status: BatchStatus; readonly species?: SpeciesCode | undefined; readonly entityId?: string | undefined }
}) {
  const t = useText()
  const may = useMay()
  return (
    <>
      <ChoiceFilter
        name={t('event.status.label')}
        choices={BATCH_STATUSES.map(value => ({ value, label: t(statusWord[value]) }))}
        value={filter.status ?? []}
        {...(standard && { standard: standard.status })}
        onChange={chosen => {
          const status = BATCH_STATUSES.filter(value => chosen.includes(value))
          onChange({ status: status.length > 0 ? status : standard && [standard.status] })
        }}
      />
      <ChoiceFilter
        name={t('species.one')}
        choices={speciesOptions(t)}
        value={filter.species === undefined ? [] : [filter.species]}
        {...(standard?.species && { standard: standard.species })}
        onChange={([species]) => onChange({ species: SPECIES_CODES.find(code => code === species) ?? standard?.species })}
      />
      {may('entities.read') && (
        <EntityFilter
          value={filter.entityId}
          {...(standard && { types: IN_COMPANY })}
          {...(standard?.entityId && { standard: standard.entityId })}
          onChange={entityId => onChange({ entityId: entityId ?? standard?.entityId })}
        />
      )}
    </>
  )
}
