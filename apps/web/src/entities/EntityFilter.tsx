import { useText } from '../platform/texts.tsx'
import { ChoiceFilter } from '../ui/list/Filters.tsx'
import { useEntityChoices } from './entities.queries.ts'

/** A list narrowed to an entity and what lies below it. */
export function EntityFilter({ value, onChange }: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  const t = useText()
  const choices = useEntityChoices()
  return (
    <ChoiceFilter name={t('entity.generic')} choices={choices} value={value ? [value] : []} onChange={([one]) => onChange(one)} />
  )
}
