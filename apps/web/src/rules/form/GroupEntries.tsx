import { isNeeded } from '@steading/contract/template-inputs'
import type { InputGroup } from '@steading/contract/template-inputs'
import { useText } from '../../platform/texts.tsx'
import { Entries, type FormMode, InMode } from '../../ui/form/Entries.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { useAbout } from '../inputs/about.ts'
import { type Errors, below } from '../inputs/props.ts'
import { inputViews, isWide } from '../inputs/registry.ts'
import { inputName } from '../inputs/words.ts'
import { type Template, isShown } from './entered.ts'
import { groupWords } from './words.ts'

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
  const { inputs } = useAbout()
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
          errors={below(errors, input.id)}
        />
      )
    )
  }
  const wide = shown.filter(one => isWide(one.type))
  const narrow = shown.filter(one => !isWide(one.type))
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
        <InMode mode={mode}>{wide.map(view)}</InMode>
        {!isFirst && columns}
      </div>
    </Card>
  )
}
