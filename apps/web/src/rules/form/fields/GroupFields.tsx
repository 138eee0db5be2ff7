import { isNeeded } from '@steading/contract/rules/templateInputs'
import type { InputGroup } from '@steading/contract/rules/templateInputs'
import { useText } from '../../../platform/texts.tsx'
import { Entries, type FormMode, FormModeProvider } from '../../../ui/form/edit/FormFields.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { useRuleFormData } from '../../values/ruleFormData.ts'
import { type Errors, errorsBelow } from '../../../ui/form/edit/errorsBelow.ts'
import { inputViews, isWide } from './inputViews.tsx'
import { inputName } from '../../inputs/inputWords.ts'
import { type Template, isShown } from '../../values/ruleForm.ts'
import { groupWords } from '../../words.ts'

/** One tab of the inputs of a template: what takes its whole width above what stands in columns. */
export function GroupEntries({
  group,
  template,
  mode,
  errors,
  onInput,
}: {
  group: InputGroup
  template: Template
  mode: FormMode
  /** By the path below the inputs. */
  errors: Errors
  onInput: (id: string, value: unknown, touched?: string) => void
}) {
  const t = useText()
  const { inputs } = useRuleFormData()
  const shown = template.inputs.filter(input => input.group === group && isShown(input, inputs))
  const view = (input: (typeof shown)[number]) => {
    const View = inputViews[input.type]
    return (
      View && (
        <View
          key={input.id}
          input={{ ...input, required: isNeeded(input) }}
          label={inputName(input, t)}
          value={inputs[input.id]}
          onChange={(value, touched) => onInput(input.id, value, touched)}
          errors={errorsBelow(errors, input.id)}
        />
      )
    )
  }
  const wide = shown.filter(input => isWide(input.type))
  const narrow = shown.filter(input => !isWide(input.type))
  // A schedule is drawn below what it falls back to, conditions below how they are combined.
  const isFirst = group === 'schedule' || group === 'lines' || group === 'cycle'
  const columns = narrow.length > 0 && (
    <Entries mode={mode} key="columns">
      {narrow.map(view)}
    </Entries>
  )
  return (
    <Card title={t(groupWords[group])} className="rule-panel">
      <div className="rule-inputs">
        {isFirst && columns}
        <FormModeProvider mode={mode}>{wide.map(view)}</FormModeProvider>
        {!isFirst && columns}
      </div>
    </Card>
  )
}
