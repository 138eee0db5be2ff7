import { Button, Textarea } from '@mantine/core'
import { WARNING_ANSWERS } from '@steading/contract/production/earlyWarning'
import type { EarlyWarning } from '@steading/contract/production/earlyWarning'
import { dateTime, number } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay, useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { ChoiceField } from '../ui/form/fields/ChoiceField.tsx'
import { useAsyncAction } from '../ui/overlay/useAsyncAction.ts'
import { Card } from '../ui/page/Card.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { answer, warningQuery } from './earlyWarning.queries.ts'
import { answerWords } from './warningWords.ts'

const LONGEST = 500

/** How far the use was off, and what people found; asked where nothing else asks. Nothing for an event that is no warning. */
export default function WarningCard({ eventId, asks }: { eventId: string; asks: boolean }) {
  const t = useText()
  const zone = useZone()
  const may = useMay()
  const { data: warning } = useQuery(warningQuery(eventId))
  if (!warning) return null
  const { score, answeredAt, answeredBy, endedAt } = warning
  const hasForm = asks && may('events.update')
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
      {/* Another answer of somebody else begins anew. */}
      {hasForm && <AnswerForm key={answeredAt} warning={warning} />}
    </Card>
  )
}

function AnswerForm({ warning }: { warning: EarlyWarning }) {
  const t = useText()
  const [choice, choose] = useState(warning.answer)
  const [finding, type] = useState(warning.finding)
  const { busy, run } = useAsyncAction(t('warning.failed'))
  const isSame = choice === warning.answer && finding.trim() === warning.finding
  return (
    <div className="stack">
      <ChoiceField
        label={t('warning.answer')}
        options={WARNING_ANSWERS.map(value => ({ value, label: t(answerWords[value]) }))}
        value={choice}
        onChange={choose}
      />
      {choice === 'NO' && warning.endedAt === null && <p className="dim">{t('warning.noHint')}</p>}
      <Textarea
        label={t('warning.finding')}
        rows={2}
        maxLength={LONGEST}
        value={finding}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <Button
        className="self-start"
        disabled={choice === null || isSame}
        data-busy={busy || undefined}
        onClick={() =>
          void run(async () => {
            if (choice !== null) await answer(warning.eventId, { answer: choice, finding })
          })
        }
      >
        {t('warning.save')}
      </Button>
    </div>
  )
}
