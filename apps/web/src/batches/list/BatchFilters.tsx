import { BATCH_STATUSES, type BatchStatus } from '@steading/contract/production/batches'
import { SPECIES_CODES, type SpeciesCode } from '@steading/contract/production/species'
import { EntityFilter } from '../../entities/index.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { speciesOptions } from '../../species/index.ts'
import { ChoiceFilter } from '../../ui/list/filter/Filters.tsx'
import { statusWord } from '../BatchState.tsx'

interface BatchFilter {
  readonly status?: BatchStatus[] | undefined
  readonly species?: SpeciesCode | undefined
  readonly entityId?: string | undefined
}

/**
 * Filters that lists of batches share: status, species, and place. `standard`: the status and species that stand where nobody has
 * chosen, instead of any.
 */
export function BatchFilters({
  filter,
  onChange,
  standard,
}: {
  filter: BatchFilter
  onChange: (change: BatchFilter) => void
  standard?: { readonly status: BatchStatus; readonly species?: SpeciesCode | undefined }
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
      {may('entities.read') && <EntityFilter value={filter.entityId} onChange={entityId => onChange({ entityId })} />}
    </>
  )
}
