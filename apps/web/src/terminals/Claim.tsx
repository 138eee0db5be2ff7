import type { terminals } from '@steading/contract/terminals'
import { dateTime } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { IconCheck, IconLoader2 } from '@tabler/icons-react'
import type { z } from 'zod'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Copyable } from './Copyable.tsx'
import { connectionQuery } from './terminals.queries.ts'
import './terminals.css'

const everyFiveSeconds = 5_000

/**
 * The claim code of a box, shown this once, and the three steps that lead to a box that is set up; while it is shown, it looks
 * whether the box has come. `waiting` is false for a box that replaces another: nothing here tells the two apart.
 */
export function Claim({
  terminalId,
  claim,
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
  const steps = [t('terminal.claim.power'), t('terminal.claim.enter'), t(done ? 'terminal.claim.done' : 'terminal.claim.wait')]
  return (
    <div className="claim">
      <div className="claim-code">
        <Copyable label={t('terminal.claim.code')} text={claim.claimCode} large />
        <Copyable label={t('terminal.uid')} text={claim.uid} />
        <Copyable label={t('terminal.claim.address')} text={location.origin} />
        <p className="dim">{t('terminal.claim.valid', { time: dateTime(claim.expiresUtc, zone) })}</p>
      </div>
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
    </div>
  )
}
