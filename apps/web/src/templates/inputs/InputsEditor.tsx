import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import { useText } from '../../platform/texts.tsx'
import { groupWords } from '../../rules/index.ts'
import { Card } from '../../ui/page/Card.tsx'
import { InputRow } from './InputRow.tsx'
import { type Change, tabsOf, withChange, withInput, withoutInput, wrongBelow } from './inputs.ts'
import '../templates.css'

/** Inputs of a template by tab: each input of the category is included or left out, and may be bound more closely. */
export function InputsEditor({
  value,
  whole,
  onChange,
  errors,
}: {
  value: readonly TemplateInput[]
  whole: readonly TemplateInput[]
  /** `stays`: path of the changed setting; undefined if inputs were moved. */
  onChange: (value: readonly TemplateInput[], stays: string | undefined) => void
  errors: Readonly<Record<string, unknown>>
}) {
  const t = useText()
  const change = (at: number, next: Change) => onChange(withChange(value, at, next), `inputs.${at}`)
  return tabsOf(whole).map(group => {
    const rows = whole.filter(one => one.group === group)
    const asked = rows.filter(row => value.some(one => one.id === row.id)).length
    return (
      <Card key={group} title={t(groupWords[group])} hint={t('template.asked', { asked, all: rows.length })} flush>
        <ul className="template-rows">
          {rows.map(row => {
            const at = value.findIndex(one => one.id === row.id)
            return (
              <InputRow
                key={row.id}
                whole={row}
                of={value[at]}
                all={whole}
                take={on => onChange(on ? withInput(value, row, whole) : withoutInput(value, row.id), undefined)}
                change={next => change(at, next)}
                errors={at < 0 ? {} : wrongBelow(errors, `inputs.${at}`)}
              />
            )
          })}
        </ul>
      </Card>
    )
  })
}
