import { Button } from '@mantine/core'
import { type EventDetails, type Finding, FINDINGS } from '@steading/contract/events/events'
import { FINDING_WORDS } from '@steading/locales/events/findingWords'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useTellError } from '../../ui/overlay/useTellError.ts'
import { Card } from '../../ui/page/Card.tsx'
import { detailsQuery, takeStep } from '../events.queries.ts'

/** After an alarm: whether something was found, by one tap. */
export function FindingCard({ event }: { event: EventDetails }) {
  const t = useText()
  const may = useMay()
  const queries = useQueryClient()
  const tellError = useTellError()
  const [sending, send] = useState<Finding>()
  const isAlarm = event.origin === 'AUTOMATIC' && event.category !== 'NOTIFICATION'
  if (!isAlarm || event.status !== 'CLOSED' || !may('events.update')) return null
  const say = async (finding: Finding) => {
    if (sending) return
    send(finding)
    try {
      const now = await takeStep(event.id, { step: null, notes: '', finding })
      queries.setQueryData(detailsQuery(event.id).queryKey, now)
      // It answers an early warning, too.
      for (const name of ['events', 'earlyWarning']) void queries.invalidateQueries({ queryKey: [name] })
      toast(t('state.saved'))
    } catch (error) {
      await tellError(error)
    } finally {
      send(undefined)
    }
  }
  return (
    <Card title={t('event.finding.ask')} group>
      <div className="event-finding">
        {FINDINGS.map(finding => (
          <Button
            key={finding}
            variant={event.finding === finding ? 'filled' : 'default'}
            aria-pressed={event.finding === finding}
            data-busy={sending === finding || undefined}
            onClick={() => void say(finding)}
          >
            {t(FINDING_WORDS[finding])}
          </Button>
        ))}
      </div>
    </Card>
  )
}
