import { Button, Textarea } from '@mantine/core'
import { WARNING_ANSWERS } from '@steading/contract/production/earlyWarning'
import type { EarlyWarning } from '@steading/contract/production/earlyWarning'
import { dateTime, number } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { useMay, useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { ChoiceField } from '../ui/form/fields/ChoiceField.tsx'
import { useAsyncAction } from '../ui/overlay/useAsyncAction.ts'
import { Card } from '../ui/page/Card.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { answer, warningQuery } from './earlyWarning.queries.ts'
import { answerWords } from './warningWords.ts'

const LONGEST = 500

type Answer = Pick<EarlyWarning, 'answer' | 'finding'>

/**
 * How far the use was off, and what people found; asked where nothing else asks. Nothing for an event that is no warning. An
 * answer that is being typed stays when others close the event or answer meanwhile.
 */
export default function WarningCard({ eventId, asks }: { eventId: string; asks: boolean }) {
  const t = useText()
  const zone = useZone()
  const may = useMay()
  const { data: warning } = useQuery(warningQuery(eventId))
  const [typed, type] = useState<Partial<Answer>>()
  if (!warning) return null
  const { score, answeredAt, answeredBy, endedAt } = warning
  const entry = { answer: warning.answer, finding: warning.finding, ...typed }
  const isChanged = entry.answer !== warning.answer || entry.finding.trim() !== warning.finding
  const hasForm = (asks || typed !== undefined) && may('events.update')
  return (
    <Card title={t(hasForm ? 'warning.question' : 'warning.watched')} className="event-details">
      <Fields
        items={[
          { label: t('warning.score'), value: number(score, t, 1) },
          { label: t('warning.ended'), value: endedAt && dateTime(endedAt, zone, t) },
          ...(hasForm
            ? []
            : [
                { label: t('warning.answer'), value: warning.answer && t(answerWords[warning.answer]) },
                { label: t('warning.finding'), value: warning.finding },
              ]),
          { label: t('warning.answeredBy'), value: answeredBy?.shortName },
          { label: t('warning.answered'), value: answeredAt && dateTime(answeredAt, zone, t) },
        ]}
      />
      {hasForm && <AnswerForm warning={warning} entry={entry} isChanged={isChanged} onChange={type} />}
    </Card>
  )
}

/** Members of an entry that differ from an answer. */
const differing = ({ answer, finding }: Partial<Answer>, from: Answer): Partial<Answer> => ({
  ...(answer !== undefined && answer !== from.answer && { answer }),
  ...(finding !== undefined && finding !== from.finding && { finding }),
})

function AnswerForm({
  warning,
  entry,
  isChanged,
  onChange,
}: {
  warning: EarlyWarning
  entry: Answer
  isChanged: boolean
  /** Of what was typed alone: what is absent is as the warning has it. Undefined: nobody has typed. */
  onChange: Dispatch<SetStateAction<Partial<Answer> | undefined>>
}) {
  const t = useText()
  const { busy, run } = useAsyncAction(t('warning.failed'))
  const { answer: choice, finding } = entry
  const change = (next: Partial<Answer>) => onChange(typed => differing({ ...typed, ...next }, warning))
  return (
    <div className="stack">
      <ChoiceField
        label={t('warning.answer')}
        options={WARNING_ANSWERS.map(value => ({ value, label: t(answerWords[value]) }))}
        value={choice}
        onChange={value => change({ answer: value })}
      />
      {choice === 'NO' && warning.endedAt === null && <p className="dim">{t('warning.noHint')}</p>}
      <Textarea
        label={t('warning.finding')}
        rows={2}
        maxLength={LONGEST}
        value={finding}
        onChange={({ currentTarget }) => change({ finding: currentTarget.value })}
      />
      <Button
        className="self-start"
        disabled={choice === null || !isChanged}
        data-busy={busy || undefined}
        onClick={() =>
          void run(async () => {
            if (choice === null) return
            const sent = { answer: choice, finding }
            await answer(warning.eventId, sent)
            // What was typed on meanwhile stays.
            onChange(typed => {
              const rest = differing(typed ?? {}, sent)
              return Object.keys(rest).length > 0 ? rest : undefined
            })
          })
        }
      >
        {t('warning.save')}
      </Button>
    </div>
  )
}
