import { useText } from '../platform/texts.tsx'
import { FixedFilter } from '../ui/list/filter/FixedFilter.tsx'

/** Several places that a list is narrowed to by its address; nothing where it is not. */
export function PlacesFilter({ value, clear }: { value: readonly string[] | undefined; clear: () => void }) {
  const t = useText()
  if (value === undefined || value.length === 0) return null
  return <FixedFilter name={t('entity.generic')} value={t('list.places', { count: value.length })} clear={clear} />
}
