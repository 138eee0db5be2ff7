import { Button } from '@mantine/core'
import type { Entity } from '@steading/contract/entities/entities'
import type { AlarmPlan } from '@steading/contract/protection/alarmPlan'
import { IconPencil, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { data } from '../platform/api/api.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { download } from '../ui/list/export/download.ts'
import { useAsyncAction } from '../ui/overlay/useAsyncAction.ts'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import PlanEdit from './PlanEdit.tsx'
import { PlanView } from './PlanView.tsx'
import { calls, planQuery } from './protection.queries.ts'

/** The alarm plan, read or changed. */
export function PlanPart({ of }: { of: Entity }) {
  const t = useText()
  const may = useMay()
  const { data: plan, error, refetch } = useQuery(planQuery(of.id))
  const [editing, edit] = useState<AlarmPlan>()
  const { busy, run } = useAsyncAction(t('export.failed'))
  if (!plan) return error ? <Failed what={t('failed.list')} error={error} retry={() => void refetch()} /> : <Skeletons rows={8} />
  if (editing) return <PlanEdit of={of} known={editing} leave={() => edit(undefined)} />
  const print = () =>
    run(async () => {
      const { name, content } = await data(calls.planDocument({ params: { id: of.id } }))
      download(name, content)
    })
  return (
    <div className="stack">
      <div className="protection-actions">
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          data-busy={busy || undefined}
          onClick={() => void print()}
        >
          {t('protection.plan.pdf')}
        </Button>
        {may('entities.update') && (
          <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => edit(plan)}>
            {t('ui.edit')}
          </Button>
        )}
      </div>
      <PlanView plan={plan} />
    </div>
  )
}
