import { Button } from '@mantine/core'
import type { TerminalDetails, terminals } from '@steading/contract/devices/terminals'
import { age, time } from '@steading/locales/format'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { data } from '../../platform/api/api.ts'
import { clock } from '../../platform/page/clock.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useMay, useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { useGo } from '../../ui/Link.tsx'
import { listHref } from '../../ui/list/useListState.ts'
import { confirmDialog } from '../../ui/overlay/dialogs.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { Card } from '../../ui/page/Card.tsx'
import { LongList } from '../../ui/page/LongList.tsx'
import { calls, connectionQuery, terminalsChanged } from '../terminals.queries.ts'

const ClaimDialog = lazyComponent(() => import('./ClaimDialog.tsx'), 'overlay')

/** Service actions of a terminal: check the connection, pair, new password, disconnect, retire. */
export function TerminalService({ of }: { of: TerminalDetails }) {
  const sendRevoke = useWrite(['terminals', 'revoke'], calls.revoke)
  const sendRotate = useWrite(['terminals', 'rotate'], calls.rotate)
  const t = useText()
  const may = useMay()
  return (
    <Card title={t('terminal.service')}>
      <ul className="service">
        <Check of={of} />
        {may('terminals.create') && of.provisionStatus !== 'NOT_PROVISIONED' && <PairAgain of={of} />}
        {may('terminals.update') && (
          <>
            <Act
              word={t('terminal.rotate')}
              hint={t('terminal.rotateHint')}
              act={async () => {
                await data(sendRotate({ params: { id: of.id } }))
                toast(t('terminal.rotated', { name: of.displayName }))
              }}
            />
            <Act
              word={t('terminal.revoke')}
              hint={t('terminal.revokeHint')}
              ask={t('terminal.revokeAsk', { name: of.displayName })}
              act={async () => {
                await data(sendRevoke({ params: { id: of.id } }))
                toast(t('terminal.revoked', { name: of.displayName }))
                await terminalsChanged()
              }}
            />
          </>
        )}
        {may('terminals.delete') && <Retirement of={of} />}
      </ul>
    </Card>
  )
}

/** One action with its description and button; `ask` is confirmed first. */
function Act({
  word,
  hint,
  ask,
  more,
  failed,
  act: work,
}: {
  word: string
  hint: ReactNode
  ask?: string
  /** Further text of the question, loaded when it opens. */
  more?: () => Promise<ReactNode>
  /** First sentence of the error dialog. */
  failed?: string
  act: () => Promise<void>
}) {
  const t = useText()
  const { busy, run } = useAsyncAction(failed ?? t('terminal.actFailed'))
  const press = async () => {
    if (ask !== undefined) {
      let rest: ReactNode
      if (more && !(await run(async () => void (rest = await more())))) return
      const text = (
        <>
          {hint}
          {rest}
        </>
      )
      if (!(await confirmDialog({ title: ask, text, yes: word, no: t('ui.cancel'), danger: true }))) return
    }
    await run(work)
  }
  return (
    <li>
      <p>{hint}</p>
      <Button variant="default" data-busy={busy || undefined} onClick={() => void press()}>
        {word}
      </Button>
    </li>
  )
}

/** Checks the connection now. */
function Check({ of }: { of: TerminalDetails }) {
  const t = useText()
  const zone = useZone()
  const [message, setMessage] = useState<string>()
  const check = async () => {
    const found = await queryClient.fetchQuery({ ...connectionQuery(of.id), staleTime: 0 })
    const now = clock.now()
    const at = found.lastCommunicationTimestampUtc
    setMessage(
      t('terminal.checked', {
        time: time(new Date(now).toISOString(), zone),
        state: t(found.connected ? 'terminal.connected' : 'terminal.notConnected'),
        contact: at ? t('terminal.contactAt', { age: age(at, now, t) }) : t('terminal.contactNever'),
      }),
    )
  }
  return <Act word={t('terminal.check')} hint={<output>{message ?? t('terminal.checkHint')}</output>} act={check} />
}

function PairAgain({ of }: { of: TerminalDetails }) {
  const sendClaimCode = useWrite(['terminals', 'claimCode'], calls.claimCode)
  const t = useText()
  const [claim, show] = useState<z.output<typeof terminals.claimCode.reply>>()
  return (
    <>
      <Act
        word={t('terminal.pairAgain')}
        hint={t('terminal.pairAgainHint')}
        act={async () => show(await data(sendClaimCode({ params: { id: of.id } })))}
      />
      {claim && <ClaimDialog of={of} claim={claim} onClose={() => show(undefined)} />}
    </>
  )
}

/** Deployed rules that end with the terminal; visible ones by name. */
function Ending({ of: { rules, total, alarms, unseen } }: { of: z.output<typeof terminals.ending.reply> }) {
  const t = useText()
  if (total === 0) return null
  const more = total - unseen - rules.length
  const words = alarms === 0 ? 'terminal.retireRules' : alarms === total ? 'terminal.retireAlarms' : 'terminal.retireSome'
  return (
    <div className="ending">
      {t(words, { total, alarms })}
      <LongList items={rules.map(rule => ({ key: rule.id, content: rule.displayName }))} />
      {more > 0 && <p>{t('terminal.retireMore', { count: more })}</p>}
      {unseen > 0 && <p>{t(rules.length > 0 ? 'deploy.neededUnseenToo' : 'deploy.neededUnseen', { count: unseen })}</p>}
    </div>
  )
}

const endingOf = async (id: string) => <Ending of={await data(calls.ending({ params: { id } }))} />

function Retirement({ of }: { of: TerminalDetails }) {
  const sendRetire = useWrite(['terminals', 'retire'], calls.retire)
  const t = useText()
  const go = useGo()
  return (
    <Act
      word={t('terminal.retire')}
      hint={t('terminal.retireHint')}
      ask={t('terminal.retireAsk', { name: of.displayName })}
      more={() => endingOf(of.id)}
      failed={t('terminal.retireFailed')}
      act={async () => {
        await data(sendRetire({ params: { id: of.id }, body: { version: of.version } }))
        toast(t('terminal.retired', { name: of.displayName }))
        go(listHref('/system/terminals'))
        await terminalsChanged()
      }}
    />
  )
}
