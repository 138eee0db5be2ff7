import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import { useText } from '../../platform/texts.tsx'
import { inputName } from '../../rules/index.ts'
import { type EachInput, factsOf, typeName } from '../details/templateWords.ts'
import '../templates.css'

/** Inputs of a template in view mode: name, type, default and bounds. */
export function InputsShown({ inputs, all }: { inputs: readonly TemplateInput[]; all: readonly TemplateInput[] }) {
  return (
    <ul className="template-inputs">
      {inputs.map(input => (
        <li key={input.id}>
          <InputFacts of={input} all={all} />
          {input.inputs && input.inputs.length > 0 && <Each of={input.inputs} />}
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
          <InputFacts of={one} all={of} />
        </li>
      ))}
    </ul>
  )
}

function InputFacts({ of, all }: { of: EachInput & Pick<TemplateInput, 'inputs'>; all: readonly EachInput[] }) {
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
