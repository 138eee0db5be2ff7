import { Button } from '@mantine/core'
import { REHEARSAL_DAYS, type RehearsalDraft } from '@steading/contract/rules/rehearsal'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../platform/texts.tsx'
import { Ranges } from '../ui/chart/Ranges.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import type { MovingIn } from './chart/adjustables.ts'
import { Outcome } from './result/RehearsalResult.tsx'
import { type Inputs, moved } from './chart/thresholds.ts'
import { Trying } from './RehearsalProgress.tsx'
import { type Days, useRehearsal } from './useRehearsal.ts'
import './rehearsal.css'

const hoursOf = (days: Days) => (days * 24) as 168 | 720 | 2160 // safe: of 7, 30 and 90
const ranges = REHEARSAL_DAYS.map(hoursOf)

/** Beside the form of a rule: what it would have done on readings of the past, and again whenever it is changed. */
export default function Rehearsal({
  draft,
  missing,
  ruleId,
  inputs,
  onInput,
  movingIn,
  home,
}: {
  /** The rule as it would be sent; null: it is not complete. */
  draft: RehearsalDraft | null
  /** What it lacks, each with the way there. */
  missing: readonly { readonly name: string; readonly go: () => void }[]
  /** The rule that is being changed. */
  ruleId: string | null
  /** As the form holds them. */
  inputs: Inputs
  onInput: (id: string, value: unknown, touched?: string) => void
  /** What of it is no line across the chart. */
  movingIn: MovingIn
  /** Where the rule is, in full: what stands elsewhere is told with its place. */
  home: string | undefined
}) {
  const t = useText()
  const [days, setDays] = useState<Days>(7)
  const { running, found, isCurrent, failed, start, cancel } = useRehearsal(draft && { rule: draft, ruleId, days })
  const room = useRef<HTMLDivElement>(null)
  const isPressed = useRef(false)
  const isRunning = running !== undefined
  // The button that was pressed is gone with what it did: the focus goes on here.
  useEffect(() => {
    if (!isPressed.current) return
    isPressed.current = isRunning
    if (document.activeElement !== document.body) return
    const next = room.current?.querySelector<HTMLElement>(
      '.rehearsal-trying button, .rehearsal-start button, .rehearsal-old button',
    )
    ;(next ?? room.current)?.focus()
  }, [isRunning])
  const press = (act: () => void) => () => {
    isPressed.current = true
    act()
  }
  const onThreshold = (path: string, value: number | string | undefined) => {
    const { id, value: next, touched } = moved(inputs, path, value)
    onInput(id, next, touched)
  }
  return (
    <Card
      className="rehearsal"
      title={t('rehearsal.title')}
      hint={t('rehearsal.hint')}
      actions={
        <Ranges
          ranges={ranges}
          hours={hoursOf(days)}
          onHours={hours => setDays(REHEARSAL_DAYS.find(one => hoursOf(one) === hours) ?? 7)}
        />
      }
    >
      <div ref={room} className="rehearsal-body" tabIndex={-1}>
        {draft === null && (
          <div className="rehearsal-missing">
            <p>{t(missing.length > 0 ? 'rehearsal.missing' : 'rehearsal.incomplete')}</p>
            <ul>
              {missing.map(({ name, go }) => (
                <li key={name}>
                  <button type="button" onClick={go}>
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
        {draft !== null && !found && !running && failed === undefined && (
          <div className="rehearsal-start">
            <p>{t('rehearsal.empty')}</p>
            <Button type="button" variant="default" leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={press(start)}>
              {t('rehearsal.run', { days })}
            </Button>
          </div>
        )}
        {running && <Trying running={running} onCancel={press(cancel)} />}
        {failed !== undefined && !running && <Failed what={t('rehearsal.failed')} error={failed} retry={press(start)} />}
        {found && !running && !isCurrent && draft !== null && failed === undefined && (
          <p className="rehearsal-old">
            {t('rehearsal.old')}{' '}
            <Button type="button" size="compact-xs" variant="default" onClick={press(start)}>
              {t('rehearsal.run', { days })}
            </Button>
          </p>
        )}
        {found && (
          <Outcome
            result={found.result}
            days={found.days}
            inputs={inputs}
            onThreshold={onThreshold}
            movingIn={movingIn}
            home={home}
          />
        )}
      </div>
    </Card>
  )
}
