import { ActionIcon, Button, TextInput } from '@mantine/core'
import { MOST_CHECKS } from '@steading/contract/tasks/tasks'
import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { useText } from '../../platform/texts.tsx'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { earlier } from '../../ui/form/options/reorder.ts'
import { Card } from '../../ui/page/Card.tsx'
import '../tasks.css'

const LONGEST = 150

/** The lines of a checklist; Enter in a line goes on to the next. `line`: the value of a line with this text. */
export function ChecklistField<L extends { readonly text: string }>({
  value,
  newLine,
  onChange,
  errors,
}: {
  value: readonly L[]
  newLine: L
  onChange: (value: readonly L[]) => void
  errors: Readonly<Record<string, unknown>>
}) {
  const t = useText()
  const list = useRef<HTMLOListElement>(null)
  const focusLine = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLInputElement>('input')[index]?.focus())
  const insert = (index: number) => {
    if (value.length >= MOST_CHECKS) return
    onChange(value.toSpliced(index, 0, newLine))
    focusLine(index)
  }
  const next = (index: number) => (index + 1 < value.length ? focusLine(index + 1) : insert(index + 1))
  return (
    <Card title={t('task.checklist')} hint={value.length > 0 && <span className="num">{value.length}</span>}>
      <div className="stack">
        {value.length > 0 && (
          <ol ref={list} className="check-lines">
            {value.map((line, index) => {
              const name = line.text.trim() || t('task.checkLine', { n: index + 1 })
              return (
                // A line has no identity but its place; its input is controlled.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={index}>
                  <TextInput
                    aria-label={t('task.checkLine', { n: index + 1 })}
                    autoComplete="off"
                    maxLength={LONGEST}
                    value={line.text}
                    error={errorFor(errors, `checklist.${index}`)}
                    onChange={event => onChange(value.with(index, { ...line, text: event.currentTarget.value }))}
                    onKeyDown={event => {
                      if (event.key !== 'Enter') return
                      event.preventDefault()
                      next(index)
                    }}
                  />
                  <ActionIcon
                    variant="default"
                    size={36}
                    disabled={index === 0}
                    aria-label={t('multi.up', { name })}
                    onClick={() => onChange(earlier(value, index))}
                  >
                    <IconArrowUp size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    size={36}
                    aria-label={t('multi.remove', { name })}
                    onClick={() => {
                      onChange(value.toSpliced(index, 1))
                      focusLine(Math.max(0, index - 1))
                    }}
                  >
                    <IconX size={16} aria-hidden />
                  </ActionIcon>
                </li>
              )
            })}
          </ol>
        )}
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={value.length >= MOST_CHECKS}
            onClick={() => insert(value.length)}
          >
            {t('task.addCheck')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
