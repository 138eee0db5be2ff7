import { Button } from '@mantine/core'
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'
import type { PlanOf } from '@steading/contract/events/drills'
import type { Entity } from '@steading/contract/entities/entities'
import { dateTime } from '@steading/locales/format'
import { IconBellRinging, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { to } from '../platform/navigation/paths.ts'
import { writeSearch } from '../platform/navigation/search.ts'
import { useMay, useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { lastQuery, planQuery } from './drills.queries.ts'
import { StartDrill } from './StartDrill.tsx'
import { failedWords, planWords, ResultPill } from './words.tsx'
import './drills.css'

const PlanEdit = lazyComponent<{ of: Entity; known: PlanOf; leave: () => void }>(() => import('./PlanEdit.tsx'))

/** When the houses of an entity are drilled, what became of it lately, and a drill by hand. */
export default function DrillsTab({ of }: { of: Entity }) {
  const t = useText()
  const may = useMay()
  const { data: known, error, refetch } = useQuery(planQuery(of.id))
  const [editing, edit] = useState<PlanOf>()
  const [starting, start] = useState(false)
  if (!known)
    return error ? <Failed what={t('failed.list')} error={error} retry={() => void refetch()} /> : <Skeletons rows={4} />
  if (editing) return <PlanEdit of={of} known={editing} leave={() => edit(undefined)} waiting={<Skeletons rows={6} />} />
  const isDrilled = of.type === 'FARM' || of.type === 'SECTOR'
  return (
    <div className="stack">
      <Card
        title={t('drill.plan.title')}
        actions={
          may('entities.update') && (
            <>
              <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => edit(known)}>
                {t('ui.edit')}
              </Button>
              {isDrilled && (
                <Button leftSection={<IconBellRinging size={16} aria-hidden />} onClick={() => start(true)}>
                  {t('drill.now')}
                </Button>
              )}
            </>
          )
        }
      >
        <Plan of={known} at={of.id} />
      </Card>
      {may('events.read') && <Last at={of.id} />}
      {starting && <StartDrill of={of} close={() => start(false)} />}
    </div>
  )
}

function Plan({ of: { plan, planOf, nextUtc, timeZone }, at }: { of: PlanOf; at: string }) {
  const t = useText()
  return (
    <Fields
      items={[
        { label: t('drill.plan.when'), value: planWords(plan, t) },
        { label: t('drill.plan.next'), value: nextUtc && <span className="num">{dateTime(nextUtc, timeZone, t)}</span> },
        { label: t('ui.timeZone'), value: timeZone },
        { label: t('drill.plan.from'), value: !planOf ? t('drill.plan.default') : planOf.id === at ? null : planOf.displayName },
      ].filter(one => one.value !== null)}
    />
  )
}

function Last({ at }: { at: string }) {
  const t = useText()
  const zone = useZone()
  const { data: last, error, refetch } = useQuery(lastQuery(at))
  return (
    <Card title={t('nav.drills')} actions={<Link href={to('/drills') + writeSearch({ entityId: at })}>{t('drill.all')}</Link>}>
      {!last ? (
        error ? (
          <Failed what={t('failed.list')} error={error} retry={() => void refetch()} />
        ) : (
          <Skeletons rows={3} />
        )
      ) : last.content.length === 0 ? (
        <p className="dim">{t('drill.empty')}</p>
      ) : (
        <ul className="drill-last">
          {last.content.map(one => (
            <li key={one.id}>
              <Link href={to('/drills/{drillId}', { drillId: one.id })}>
                <span className="num">{dateTime(one.startedUtc, zone, t)}</span> · {one.houseName}
              </Link>
              <ResultPill of={one.result} />
              {one.stage && <span className="dim">{failedWords(one, t)}</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
