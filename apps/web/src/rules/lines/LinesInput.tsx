import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import { useFormMode } from '../../ui/form/edit/FormFields.tsx'
import { focusAdded } from '../../ui/form/edit/focus.ts'
import { isGlobal } from '../values/ruleForm.ts'
import { useRuleFormData } from '../values/ruleFormData.ts'
import { errorsBelow } from '../../ui/form/edit/errorsBelow.ts'
import { type InputProps } from '../inputs/inputProps.ts'
import { type LineValues, toLines, newLine } from '../values/lines/lineValues.ts'
import { LineEntries } from './LineEntries.tsx'
import { LineSummary } from './LineSummary.tsx'
import './lines.css'

const most = 32

/** The conditions of an alarm, each with what it watches, its limit, and how often people are told. */
export function LinesInput({ input, value, onChange, errors }: InputProps) {
  const t = useText()
  const mode = useFormMode()
  const { engine } = useRuleFormData()
  const lines = toLines(value)
  const global = isGlobal(engine)
  if (mode === 'view')
    return (
      <ol className="lines">
        {lines.map((line, at) => (
          // Conditions have no name of their own; they keep their order.
          // oxlint-disable-next-line react/no-array-index-key
          <LineSummary key={at} line={line} at={at} />
        ))}
      </ol>
    )
  const put = (at: number, change: (line: LineValues) => LineValues, touched: string) =>
    onChange(
      lines.map((line, k) => (k === at ? change(line) : line)),
      touched ? `${at}.${touched}` : String(at),
    )
  const words = errors['']
  return (
    <div className="lines">
      {lines.map((line, at) => (
        <LineEntries
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          at={at}
          line={line}
          inputs={input.inputs ?? []}
          errors={errorsBelow(errors, String(at))}
          change={(change, touched) => put(at, change, touched)}
          remove={() => onChange(lines.filter((_, k) => k !== at))}
        />
      ))}
      {lines.length < most && (
        <div className="lines-add">
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-invalid={words ? true : undefined}
            onClick={({ currentTarget }) => {
              onChange([...lines, newLine(global)], String(lines.length))
              focusAdded(currentTarget, '.lines', '.line-head + .line-entries')
            }}
          >
            {t('rule.line.add')}
          </Button>
          {words && <p className="span-wrong">{words}</p>}
        </div>
      )}
    </div>
  )
}
