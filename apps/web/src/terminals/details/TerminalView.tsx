import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { to } from '../../platform/navigation/paths.ts'
import { InterfaceBoard } from '../../interfaces/index.ts'
import { usePollEvery } from '../../live/index.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import { listHref } from '../../ui/list/useListState.ts'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { FailedPage } from '../../ui/state/FailedPage.tsx'
import { SkeletonPage, Skeletons } from '../../ui/state/Skeletons.tsx'
import { useParam } from '../../ui/useParam.ts'
import { TerminalState } from '../list/terminalStatus.tsx'
import { connectionQuery } from '../terminals.queries.ts'

/** Current values of all sensors and devices of a terminal, for use in front of the box. */
export default function TerminalView() {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const id = useParam('terminalId')
  const refetchInterval = usePollEvery()
  const { data: now, error, refetch } = useQuery({ ...connectionQuery(id), refetchInterval })
  const back = { href: listHref('/system/terminals'), label: t('terminal.many') }
  if (!now) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  return (
    <>
      <PageHead
        back={back}
        title={now.displayName}
        meta={<TerminalState of={now} />}
        stacked
        actions={
          may('terminals.read_details') && (
            <Button variant="default" onClick={() => go(to('/system/terminals/details/{terminalId}', { terminalId: id }))}>
              {t('ui.details')}
            </Button>
          )
        }
      />
      {may('interfaces.read') && <InterfaceBoard terminalId={id} waiting={<Skeletons rows={6} />} />}
    </>
  )
}
