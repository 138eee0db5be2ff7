import type { EntityOverview } from '@steading/contract/entities/analytics'
import { number } from '@steading/locales/format'
import { to } from '../platform/navigation/paths.ts'
import { writeSearch } from '../platform/navigation/search.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { Card } from '../ui/page/Card.tsx'
import type { AnalyticsRange } from './choices.ts'
import { type Figure, FigureTable } from './FigureTable.tsx'

const WORDS = {
  CRITICAL: 'event.severity.critical',
  MAJOR: 'event.severity.major',
  MODERATE: 'event.severity.moderate',
  LOW: 'event.severity.low',
} as const
const ORDER = ['CRITICAL', 'MAJOR', 'MODERATE', 'LOW'] as const

/** How many events were opened at each entity, by severity. */
export function EventsCard({ entities, range }: { entities: readonly EntityOverview[]; range: AnalyticsRange }) {
  const t = useText()
  const may = useMay()
  const text = (value: number | null) => number(value, t)
  const figures: readonly Figure<EntityOverview>[] = [
    ...ORDER.map(severity => ({ label: t(WORDS[severity]), value: ({ events }: EntityOverview) => events[severity], text })),
    {
      label: t('analytics.total'),
      value: ({ events }) => events.total,
      text,
      href: ({ entity, events }) =>
        may('events.read') && events.total > 0
          ? to('/events') + writeSearch({ entity: entity.id, fromDate: range.fromDay, toDate: range.toDay })
          : undefined,
    },
    { label: t('analytics.before'), value: ({ events }) => events.previous, text },
  ]
  return (
    <Card title={t('analytics.events')} hint={t('analytics.eventsHint')}>
      <FigureTable title={t('analytics.events')} rows={entities} figures={figures} />
    </Card>
  )
}
