import type { Engine } from '@steading/contract/rule-templates'
import type { RuleKind } from '@steading/contract/rules'
import { engineWords } from '@steading/locales/templates'
import { useText } from '../platform/texts.tsx'
import { ChoiceFilter } from '../ui/list/Filters.tsx'
import { categoriesOf } from './words.ts'

const none: readonly never[] = []

/** Rules narrowed to what they are made from; only what their kind knows is offered. */
export function CategoryFilter({
  kind,
  value = none,
  onChange,
}: {
  kind?: RuleKind | undefined
  value?: readonly Engine[] | undefined
  onChange: (value: Engine[] | undefined) => void
}) {
  const t = useText()
  const offered = categoriesOf(kind)
  return (
    <ChoiceFilter
      name={t('rule.category')}
      many
      choices={offered.map(one => ({ value: one, label: t(engineWords[one]) }))}
      value={value}
      onChange={chosen => onChange(chosen.length > 0 ? offered.filter(one => chosen.includes(one)) : undefined)}
    />
  )
}
