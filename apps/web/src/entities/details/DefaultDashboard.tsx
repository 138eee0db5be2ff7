import { Button } from '@mantine/core'
import type { Entity } from '@steading/contract/entities/entities'
import { dashboards } from '@steading/contract/widgets/dashboards'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, data } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { write } from '../../platform/api/write.ts'
import { to } from '../../platform/navigation/paths.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { Link } from '../../ui/Link.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useTellError } from '../../ui/overlay/useTellError.ts'
import { Card } from '../../ui/page/Card.tsx'
import { entitiesChanged } from '../pages.queries.ts'

const calls = api(dashboards)

/** The dashboard that everybody who sees an entity finds there; who keeps the defaults sets and removes it. */
export default function DefaultDashboard({ entity }: { entity: Entity }) {
  const t = useText()
  const may = useMay()
  const { dashboard } = entity
  const isKeeper = may('entities.default_dashboard')
  if (!dashboard && !isKeeper) return null
  return (
    <Card title={t('dashboard.ofEntity')} hint={t('dashboard.ofEntityHint')}>
      {dashboard ? (
        <div className="default-dashboard">
          <Link href={to('/farmview') + writeSearch({ dashboard: dashboard.id })}>{dashboard.displayName}</Link>
          {isKeeper && <RemoveDefault entityId={entity.id} />}
        </div>
      ) : (
        <SetDefault entityId={entity.id} />
      )}
    </Card>
  )
}

/** Runs one change at a time; a refusal is told in its dialog. */
function useChange() {
  const t = useText()
  const tellError = useTellError()
  const [isBusy, setIsBusy] = useState(false)
  const change = async (act: () => Promise<unknown>) => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await act()
      toast(t('state.saved'))
    } catch (error) {
      await tellError(error)
    } finally {
      // Also after a refusal: somebody else was faster.
      await Promise.all([entitiesChanged(), queryClient.invalidateQueries({ queryKey: ['dashboards'] })])
      setIsBusy(false)
    }
  }
  return { isBusy, change }
}

function RemoveDefault({ entityId }: { entityId: string }) {
  const t = useText()
  const { isBusy, change } = useChange()
  return (
    <Button
      variant="default"
      disabled={isBusy}
      onClick={() =>
        void change(() => data(write(['dashboards', 'removeDefault'], calls.removeDefault, { params: { id: entityId } })))
      }
    >
      {t('dashboard.removeDefault')}
    </Button>
  )
}

function SetDefault({ entityId }: { entityId: string }) {
  const t = useText()
  const { isBusy, change } = useChange()
  const [chosen, setChosen] = useState<string | null>(null)
  const { data: list = [] } = useQuery({
    queryKey: ['dashboards', 'list'],
    queryFn: ({ signal }) => data(calls.list(undefined, { signal })),
  })
  const own = list.filter(board => board.own)
  const save = (id: string) => {
    const version = own.find(board => board.id === id)?.version ?? 1
    return change(() =>
      data(
        write(['dashboards', 'setDefault'], calls.setDefault, {
          params: { id: entityId },
          body: { dashboardId: id, version },
        }),
      ),
    )
  }
  if (own.length === 0) return <p className="dim">{t('dashboard.noOwn')}</p>
  return (
    <div className="default-dashboard">
      <SelectField
        label={t('dashboard.one')}
        options={own.map(({ id, displayName }) => ({ value: id, label: displayName }))}
        value={chosen}
        onChange={setChosen}
      />
      <Button variant="default" disabled={isBusy || chosen === null} onClick={() => void (chosen !== null && save(chosen))}>
        {t('dashboard.setDefault')}
      </Button>
    </div>
  )
}
