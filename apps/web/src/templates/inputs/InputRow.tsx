import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { inputName } from '../../rules/index.ts'
import { InputEntries } from './InputFields.tsx'
import type { Change } from './inputs.ts'
import { factsOf, inputValueWords, typeName } from '../details/templateWords.ts'

/** One input of a category: included or not, with its settings. Required inputs are always included. */
export function InputRow({
  whole,
  of,
  all,
  take,
  change,
  errors,
}: {
  whole: TemplateInput
  /** Input of the template; undefined: left out. */
  of: TemplateInput | undefined
  all: readonly TemplateInput[]
  take: (on: boolean) => void
  change: (change: Change) => void
  errors: Readonly<Record<string, string>>
}) {
  const t = useText()
  const id = useId()
  const [asked, ask] = useState(false)
  const isWrong = Object.keys(errors).length > 0
  const open = of !== undefined && (asked || isWrong)
  const name = inputName(of ?? whole, t)
  const keeps = inputValueWords(whole, whole.defaultValue, t)
  const facts = of ? factsOf(of, all, t) : []
  return (
    <li className={of ? 'template-row' : 'template-row out'} data-input={whole.id}>
      <div className="template-row-head">
        <Checkbox
          label={name}
          description={of?.required ? `${typeName(whole, t)} · ${t('template.requiredShort')}` : typeName(whole, t)}
          checked={of !== undefined}
          disabled={whole.required}
          title={whole.required ? t('template.needed') : undefined}
          onChange={event => take(event.currentTarget.checked)}
        />
        {of ? (
          <>
            <dl className="template-facts">
              {facts.map(fact => (
                <div key={fact.label}>
                  <dt>{fact.label}</dt>
                  <dd>{fact.value}</dd>
                </div>
              ))}
            </dl>
            <button type="button" className="template-set" aria-expanded={open} aria-controls={id} onClick={() => ask(!open)}>
              <IconAdjustmentsHorizontal size={16} aria-hidden />
              <span className="template-set-word" aria-hidden>
                {t('template.settings')}
              </span>
              <span className="vh">
                {t('template.settings')}: {name}
              </span>
            </button>
          </>
        ) : (
          <p className="template-keeps dim">{keeps ? t('template.keeps', { value: keeps }) : t('template.leftOut')}</p>
        )}
      </div>
      <div id={id}>
        {open && (
          <div className="template-settings">
            <InputEntries of={of} whole={whole} change={change} errors={errors} />
          </div>
        )}
      </div>
    </li>
  )
}
