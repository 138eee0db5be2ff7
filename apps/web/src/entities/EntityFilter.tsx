import type { EntityType } from '@steading/contract/entities/entities'
import { useText } from '../platform/texts.tsx'
import { FoundFilter } from '../ui/list/filter/AsyncSelectFilter.tsx'
import { placesIn } from './choices.queries.ts'

/** A list narrowed to an entity and what lies below it. Typing finds it among all that there are, of these types. */
export function EntityFilter({
  name,
  types,
  ...props
}: {
  name?: string
  types?: readonly EntityType[]
  value: string | undefined
  /** The choice that stands where nobody has chosen: never "any". */
  standard?: string
  onChange: (value: string | undefined) => void
}) {
  const t = useText()
  return <FoundFilter {...props} name={name ?? t('entity.generic')} source={placesIn({ types })} />
}
