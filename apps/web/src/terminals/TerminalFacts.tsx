import { Button } from '@mantine/core'
import type { TerminalDetails } from '@steading/contract/terminals'
import { dateTime, duration, number } from '@steading/locales/format'
import { data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useMay, useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { confirm } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { Card } from '../ui/page/Card.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { provisionStates } from './marks.tsx'
import { calls } from './terminals.queries.ts'

/** Everything that is known of a box, and the way to take it out of service for good. */
export function TerminalFacts({ of }: { of: TerminalDetails }) {
  const t = useText()
  const zone = useZone()
  const may = useMay()
  return (
    <>
      <Card title={t('ui.details')}>
        <Fields
          items={[
            { label: t('ui.name'), value: of.displayName },
            { label: t('entity.generic'), value: of.rootEntity.displayName },
            { label: t('terminal.profile'), value: of.profile },
            { label: t('terminal.uid'), value: of.uid },
            { label: t('terminal.provision'), value: t(provisionStates[of.provisionStatus].word) },
            { label: t('terminal.connection'), value: t(of.connected ? 'terminal.connected' : 'terminal.notConnected') },
            { label: t('terminal.lastContact'), value: dateTime(of.lastCommunicationTimestampUtc, zone) },
            {
              label: t('terminal.timeOut'),
              value: of.timeOut > 0 ? duration(of.timeOut, t) : t('terminal.silentNever'),
            },
            { label: t('ui.timeZone'), value: of.timeZone.replaceAll('_', ' ') },
            { label: t('terminal.software'), value: of.firmware },
            { label: t('terminal.revision'), value: number(of.desiredRevision) },
            { label: t('terminal.revisionOnBox'), value: number(of.reportedRevision) },
          ]}
        />
      </Card>
      {may('terminals.delete') && <Retirement of={of} />}
    </>
  )
}

function Retirement({ of }: { of: TerminalDetails }) {
  const t = useText()
  const go = useGo()
  const { busy, act } = useAct()
  const retire = async () => {
    const sure = await confirm({
      title: t('terminal.retireAsk', { name: of.displayName }),
      text: t('terminal.retireHint'),
      yes: t('terminal.retire'),
      no: t('ui.cancel'),
      danger: true,
    })
    if (!sure) return
    await act(async () => {
      await data(calls.retire({ params: { id: of.id }, body: { version: of.version } }))
      toast(t('terminal.retired', { name: of.displayName }))
      go(listHref('/system/terminals'))
      await queryClient.invalidateQueries({ queryKey: ['terminals'] })
    })
  }
  return (
    <Card title={t('terminal.retire')}>
      <div className="retirement">
        <p>{t('terminal.retireHint')}</p>
        <Button variant="default" data-busy={busy || undefined} onClick={() => void retire()}>
          {t('terminal.retire')}
        </Button>
      </div>
    </Card>
  )
}
