import { claimCode, claimTicket } from '@steading/contract/box/claim'
import type { terminals } from '@steading/contract/devices/terminals'
import { dateTime } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { IconCheck, IconLoader2 } from '@tabler/icons-react'
import type { z } from 'zod'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { Copyable } from '../../ui/page/Copyable.tsx'
import { connectionQuery } from '../terminals.queries.ts'
import '../terminals.css'

const QrCode = lazyComponent(() => import('../../ui/qr/QrCode.tsx'))
const everyFiveSeconds = 5_000

/**
 * Claim code of a terminal, shown once as text and QR code, with the three steps of the set-up. It polls whether the terminal has
 * connected. `waiting` is false for a replacement, which cannot be told apart from the box before it.
 */
export function Claim({
  terminalId,
  claim: { uid, claimCode: printed, expiresUtc },
  waiting,
}: {
  terminalId: string
  claim: z.output<typeof terminals.claimCode.reply>
  waiting: boolean
}) {
  const t = useText()
  const zone = useZone()
  const { data: now } = useQuery({ ...connectionQuery(terminalId), refetchInterval: everyFiveSeconds, enabled: waiting })
  const done = waiting && now?.provisionStatus === 'PROVISIONED'
  const ticket = claimTicket({ platform: location.origin, uid, code: claimCode(printed) ?? printed })
  return (
    <div className="claim">
      <div className="claim-scan">
        <QrCode text={ticket} label={t('terminal.claim.scan')} waiting={<div className="claim-no-scan" />} />
        <p className="dim">{t('terminal.claim.valid', { time: dateTime(expiresUtc, zone, t) })}</p>
      </div>
      <div className="claim-words">
        <Copyable label={t('terminal.claim.code')} text={printed} large />
        <Copyable label={t('terminal.uid')} text={uid} />
        <Copyable label={t('terminal.claim.address')} text={location.origin} />
        <Steps done={done} waiting={waiting} />
      </div>
    </div>
  )
}

function Steps({ done, waiting }: { done: boolean; waiting: boolean }) {
  const t = useText()
  const steps = [t('terminal.claim.power'), t('terminal.claim.enter'), t(done ? 'terminal.claim.done' : 'terminal.claim.wait')]
  return (
    <ol className="claim-steps">
      {steps.map((words, at) => {
        const last = at === steps.length - 1
        return (
          <li key={words} className={last && done ? 'done' : undefined}>
            <i aria-hidden>
              {last && done ? (
                <IconCheck size={13} stroke={3} />
              ) : last && waiting ? (
                <IconLoader2 size={14} className="turn" />
              ) : (
                at + 1
              )}
            </i>
            <span>{last ? <output>{words}</output> : words}</span>
          </li>
        )
      })}
    </ol>
  )
}
