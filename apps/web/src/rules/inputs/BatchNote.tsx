import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import { useFormMode } from '../../ui/form/edit/FormFields.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { ageOnDate } from '../values/batchDay.ts'
import { writeDay } from '../../ui/moment/day.ts'
import { useRuleFormData } from '../values/ruleFormData.ts'
import './inputs.css'

/** Warns where a rule counts the age of the animals from another day than that of the open batch in its house. */
export function BatchNote({ dayOne, use }: { dayOne: string | undefined; use: (date: string) => void }) {
  const t = useText()
  const mode = useFormMode()
  const { batch, today } = useRuleFormData()
  if (!batch || dayOne === undefined || dayOne === batch.dayOne) return null
  const date = writeDay(batch.dayOne, t)
  return (
    <Note icon={<IconAlertTriangle size={16} aria-hidden />}>
      <p>{t('rule.cycle.otherBatch', { batch: batch.code, date, day: ageOnDate(today, batch.dayOne) })}</p>
      {mode !== 'view' && (
        <Button size="xs" variant="default" className="batch-note-use" onClick={() => use(batch.dayOne)}>
          {t('rule.cycle.useBatch', { date })}
        </Button>
      )}
    </Note>
  )
}

/** Says which batch a rule follows, or what it does while none is open. */
export function FollowedBatchNote({ words }: { words: 'rule.cycle.noBatch' | 'rule.line.noBatch' }) {
  const t = useText()
  const { batch, today } = useRuleFormData()
  if (!batch) return <Note>{t(words)}</Note>
  const values = { batch: batch.code, date: writeDay(batch.dayOne, t), day: ageOnDate(today, batch.dayOne) }
  return <Note>{t('rule.cycle.followed', values)}</Note>
}
