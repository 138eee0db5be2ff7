import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconLayoutDashboard } from '@tabler/icons-react'
import { useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { entityQuery } from '../../entities/index.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { FirstSteps } from '../setup/FirstSteps.tsx'
import { DeathsAction } from './DeathsAction.tsx'
import NewDashboard from './NewDashboard.tsx'
import { useFirstSteps } from '../setup/useFirstSteps.ts'

/** Empty state without a dashboard, or without one of this entity: the next step; on a new platform a preview. */
export default function NoDashboard({ place }: { place: string | undefined }) {
  const t = useText()
  const { data: entity } = useQuery({ ...entityQuery(place ?? ''), enabled: place !== undefined })
  const go = useGo()
  const [making, make] = useState(false)
  const steps = useFirstSteps()
  return (
    <>
      <PageHead title={t('nav.home')} meta={entity?.displayName} actions={steps === null && <DeathsAction />} />
      <div className="card">
        {steps === undefined ? (
          <Skeletons rows={4} />
        ) : steps ? (
          <FirstSteps steps={steps} />
        ) : (
          <Empty
            icon={<IconLayoutDashboard size={30} stroke={1.4} />}
            title={t('dashboard.none')}
            action={<Button onClick={() => make(true)}>{t('dashboard.new')}</Button>}
          >
            {t('dashboard.noneHint')}
          </Empty>
        )}
      </div>
      {making && (
        <NewDashboard close={() => make(false)} onCreated={id => go(to('/farmview') + writeSearch({ dashboard: id }))} />
      )}
    </>
  )
}
