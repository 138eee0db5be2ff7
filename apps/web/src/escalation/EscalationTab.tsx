import { Button } from '@mantine/core'
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'
import type { Entity } from '@steading/contract/entities/entities'
import type { Escalation } from '@steading/contract/events/escalation'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { RosterView, StepsView } from './Views.tsx'
import { escalationQuery } from './escalation.queries.ts'
import './escalation.css'

const EscalationEdit = lazyComponent<{ of: Entity; known: Escalation; leave: () => void }>(() => import('./EscalationEdit.tsx'))

/** Who is told when nobody acts, step by step, and who is on duty when. */
export default function EscalationTab({ of }: { of: Entity }) {
  const t = useText()
  const may = useMay()
  const { data: known, error, refetch } = useQuery(escalationQuery(of.id))
  // What somebody began to change stays as they saw it.
  const [editing, edit] = useState<Escalation>()
  if (!known)
    return error ? <Failed what={t('failed.list')} error={error} retry={() => void refetch()} /> : <Skeletons rows={6} />
  if (editing) return <EscalationEdit of={of} known={editing} leave={() => edit(undefined)} waiting={<Skeletons rows={6} />} />
  return (
    <div className="stack">
      <Card
        title={t('alarm.escalation')}
        actions={
          may('entities.update') && (
            <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => edit(known)}>
              {t('ui.edit')}
            </Button>
          )
        }
      >
        <StepsView of={known} at={of.id} />
      </Card>
      <Card title={t('alarm.dutyRoster')}>
        <RosterView of={known} at={of.id} />
      </Card>
    </div>
  )
}
