import { useQueries, useQuery } from '@tanstack/react-query'
import { EntityFilter, useTops } from '../../entities/index.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { ChoiceFilter } from '../../ui/list/filter/Filters.tsx'
import { placesOf } from './openGroup.ts'
import { farmsQuery } from '../groups.queries.ts'

/** Groups of a part of the tree: any entity, or one of the farms and houses that have rules. Both say the same thing. */
export function PlaceFilters({ value, onChange }: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  const t = useText()
  const may = useMay()
  const tops = useTops()
  const everywhere = useQueries({
    queries: tops.map(top => farmsQuery(top.id)),
    combine: answers => answers.flatMap(({ data = [] }) => data),
  })
  const isPlace = placesOf(everywhere).some(place => place.id === value)
  const { data: below = everywhere } = useQuery({
    ...farmsQuery(value ?? ''),
    enabled: value !== undefined && !isPlace && everywhere.length > 0,
  })
  const places = placesOf(isPlace || value === undefined ? everywhere : below)
  return (
    <>
      {may('entities.read') && <EntityFilter value={isPlace ? undefined : value} onChange={onChange} />}
      <ChoiceFilter
        name={t('ruleGroup.place')}
        choices={places.map(place => ({ value: place.id, label: place.displayName }))}
        value={isPlace && value !== undefined ? [value] : []}
        onChange={([one]) => onChange(one)}
      />
    </>
  )
}
