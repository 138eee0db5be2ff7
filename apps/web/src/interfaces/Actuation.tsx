import { Button } from '@mantine/core'
import type { Interface, Value } from '@steading/contract/interfaces'
import { quantity } from '@steading/locales/format'
import { IconRotate, IconWifiOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useNow } from '../platform/clock.ts'
import { useOffline } from '../platform/online.ts'
import { useLiveInterfaces } from '../platform/live.ts'
import { useText } from '../platform/texts.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { Note } from '../ui/page/Note.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Window, WindowFoot } from '../ui/overlay/Window.tsx'
import { released } from '../widgets/index.ts'
import { Freshness } from './Freshness.tsx'
import { holdChoices, usualHold } from './holds.ts'
import { LastValue } from './LastValue.tsx'
import { Outcome } from './Outcome.tsx'
import { Setting } from './Setting.tsx'
import { useActuation } from './useActuation.ts'
import { notSentWords } from './words.ts'
import './interfaces.css'

const isWhole = (of: Interface, value: Value) => typeof value !== 'number' || of.decimals > 0 || Number.isInteger(value)
const isWithin = (of: Interface, value: Value) =>
  typeof value !== 'number' || (value >= (of.min ?? Number.NEGATIVE_INFINITY) && value <= (of.max ?? Number.POSITIVE_INFINITY))

/** Operating one device: what it says now, what to set, for how long, and what became of the order. */
export default function Actuation({ of: given, onClose }: { of: Interface; onClose: () => void }) {
  const t = useText()
  const [of = given] = useLiveInterfaces([given])
  const [value, set] = useState<Value | null>(of.lastConvertedReading ?? of.lastCommand?.value ?? null)
  const [hold, setHold] = useState(String(usualHold))
  const { send, sending, failed, command } = useActuation(of)
  const offline = useOffline()
  const busy = sending !== undefined
  const beyond = value !== null && !isWithin(of, value)
  const wrong = beyond || (value !== null && !isWhole(of, value))
  const range = { min: quantity(of.min, of.unit ?? '', t), max: quantity(of.max, of.unit ?? '', t) }
  const last = command ?? of.lastCommand
  const asBefore = released({ ...of, lastCommand: last }, useNow(15))
  return (
    <Window title={of.displayName} under={of.entity.displayName} size={480} closable onClose={onClose}>
      <form
        className="actuation"
        onSubmit={event => {
          event.preventDefault()
          if (value !== null && !wrong) void send(value, Number(hold))
        }}
      >
        <div className="actuation-now">
          <span className="dim">{t('actuation.now')}</span>
          <LastValue of={of} />
          <Freshness of={of} />
        </div>
        {offline ? (
          <Note icon={<IconWifiOff size={16} aria-hidden />}>{t('actuation.offline')}</Note>
        ) : (
          !of.terminal.connected && <Note>{t('actuation.notConnected', { terminal: of.terminal.displayName })}</Note>
        )}
        <Setting of={of} value={value} set={set} />
        {beyond && <p className="actuation-wrong">{t('validation.range', range)}</p>}
        <SelectField
          label={t('actuation.hold')}
          hint={t('actuation.holdHint')}
          required
          options={holdChoices(t)}
          value={hold}
          onChange={next => next !== null && setHold(next)}
        />
        {failed !== undefined && <Failed what={notSentWords(failed, t)} error={failed} />}
        {last && <Outcome of={of} command={last} />}
        {asBefore !== undefined && of.terminal.connected && !offline && (
          <Button variant="default" leftSection={<IconRotate size={16} aria-hidden />} onClick={() => void send(asBefore, 0)}>
            {t('actuation.release')}
          </Button>
        )}
        <WindowFoot
          word={t('actuation.send')}
          busy={busy}
          disabled={value === null || wrong || !of.terminal.connected || offline}
          out={t('ui.close')}
          onClose={onClose}
        />
      </form>
    </Window>
  )
}
