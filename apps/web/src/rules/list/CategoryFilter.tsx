import type { Engine } from '@steading/contract/rules/ruleTemplates'
import type { RuleKind } from '@steading/contract/rules/rules'
import { engineWords } from '@steading/locales/templates'
import { useText } from '../../platform/texts.tsx'
import { ChoiceFilter } from '../../ui/list/filter/Filters.tsx'
import { categoriesOf } from '../words.ts'

const none: readonly never[] = []

/** Filters rules by category; offers only the categories of the given kind. */
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
      choices={offered.map(template => ({ value: template, label: t(engineWords[template]) }))}
      value={value}
      onChange={chosen => onChange(chosen.length > 0 ? offered.filter(template => chosen.includes(template)) : undefined)}
    />
  )
}
