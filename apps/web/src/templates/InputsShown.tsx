import type { TemplateInput } from '@steading/contract/template-inputs'
import { useText } from '../platform/texts.tsx'
import { inputName } from '../rules/index.ts'
import { type EachInput, factsOf, typeName } from './words.ts'
import './templates.css'

/** Inputs as a form would ask for them: what they are called, what is filled in, and what bounds it. */
export function InputsShown({ inputs, all }: { inputs: readonly TemplateInput[]; all: readonly TemplateInput[] }) {
  return (
    <ul className="template-inputs">
      {inputs.map(one => (
        <li key={one.id}>
          <Shown of={one} all={all} />
          {one.inputs && one.inputs.length > 0 && <Each of={one.inputs} />}
        </li>
      ))}
    </ul>
  )
}

function Each({ of }: { of: readonly EachInput[] }) {
  const t = useText()
  return (
    <ul className="template-inputs template-each" aria-label={t('template.each')}>
      {of.map(one => (
        <li key={one.id}>
          <Shown of={one} all={of} />
        </li>
      ))}
    </ul>
  )
}

function Shown({ of, all }: { of: EachInput & Pick<TemplateInput, 'inputs'>; all: readonly EachInput[] }) {
  const t = useText()
  const facts = factsOf(of, all, t)
  return (
    <div className="template-input">
      <div className="template-what">
        <b>{inputName(of, t)}</b>
        <span className="dim">
          {typeName(of, t)}
          {of.required && ` · ${t('template.requiredShort')}`}
        </span>
      </div>
      {facts.length > 0 && (
        <dl className="template-facts">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
