import { Button } from '@mantine/core'
import type { TerminalDetails, terminals } from '@steading/contract/terminals'
import { age, time } from '@steading/locales/format'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { data } from '../platform/api.ts'
import { clock } from '../platform/clock.ts'
import { queryClient } from '../platform/queries.ts'
import { useMay, useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { later } from '../ui/later/later.tsx'
import { useGo } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { confirm } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { Card } from '../ui/page/Card.tsx'
import { LongList } from '../ui/page/LongList.tsx'
import { calls, connectionQuery, terminalsChanged } from './terminals.queries.ts'

const ClaimDialog = later(() => import('./ClaimDialog.tsx'), 'overlay')

/** What a technician does to a box: is it there, pair it again, a new password, cut it off, retire it. */
export function TerminalService({ of }: { of: TerminalDetails }) {
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
                await data(calls.rotate({ params: { id: of.id } }))
                toast(t('terminal.rotated', { name: of.displayName }))
              }}
            />
            <Act
              word={t('terminal.revoke')}
              hint={t('terminal.revokeHint')}
              ask={t('terminal.revokeAsk', { name: of.displayName })}
              act={async () => {
                await data(calls.revoke({ params: { id: of.id } }))
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

/** One thing that can be done: what it is for, and its button; `ask` is answered before. */
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
  /** What else the question says, looked up once somebody asks. */
  more?: () => Promise<ReactNode>
  /** What is said when it did not work. */
  failed?: string
  act: () => Promise<void>
}) {
  const t = useText()
  const { busy, act } = useAct(failed ?? t('terminal.actFailed'))
  const press = async () => {
    if (ask !== undefined) {
      let rest: ReactNode
      if (more && !(await act(async () => void (rest = await more())))) return
      const text = (
        <>
          {hint}
          {rest}
        </>
      )
      if (!(await confirm({ title: ask, text, yes: word, no: t('ui.cancel'), danger: true }))) return
    }
    await act(work)
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

/** Whether it is there, asked at this moment. */
function Check({ of }: { of: TerminalDetails }) {
  const t = useText()
  const zone = useZone()
  const [said, say] = useState<string>()
  const check = async () => {
    const found = await queryClient.fetchQuery({ ...connectionQuery(of.id), staleTime: 0 })
    const now = clock.now()
    const at = found.lastCommunicationTimestampUtc
    say(
      t('terminal.checked', {
        time: time(new Date(now).toISOString(), zone),
        state: t(found.connected ? 'terminal.connected' : 'terminal.notConnected'),
        contact: at ? t('terminal.contactAt', { age: age(at, now, t) }) : t('terminal.contactNever'),
      }),
    )
  }
  return <Act word={t('terminal.check')} hint={<output>{said ?? t('terminal.checkHint')}</output>} act={check} />
}

function PairAgain({ of }: { of: TerminalDetails }) {
  const t = useText()
  const [claim, show] = useState<z.output<typeof terminals.claimCode.reply>>()
  return (
    <>
      <Act
        word={t('terminal.pairAgain')}
        hint={t('terminal.pairAgainHint')}
        act={async () => show(await data(calls.claimCode({ params: { id: of.id } })))}
      />
      {claim && <ClaimDialog of={of} claim={claim} onClose={() => show(undefined)} />}
    </>
  )
}

/** The rules in service that end with a box: those that one sees by name. */
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
        await data(calls.retire({ params: { id: of.id }, body: { version: of.version } }))
        toast(t('terminal.retired', { name: of.displayName }))
        go(listHref('/system/terminals'))
        await terminalsChanged()
      }}
    />
  )
}
