import { Button } from '@mantine/core'
import type { Interface, Value } from '@steading/contract/devices/interfaces'
import { exactQuantity } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { IconRotate, IconWifiOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useNow } from '../../platform/page/clock.ts'
import { useOffline } from '../../platform/session/online.ts'
import { useLiveInterfaces } from '../../live/index.ts'
import { useText } from '../../platform/texts.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Modal, ModalFoot } from '../../ui/overlay/Modal.tsx'
import { fallbackValue, releasedValue, releaseKey } from './commandStatus.ts'
import { Freshness } from '../Freshness.tsx'
import { holdChoices, usualHold } from './holdDurations.ts'
import { LastValue } from '../LastValue.tsx'
import { CommandOutcome } from './CommandOutcome.tsx'
import { SettingField } from './SettingField.tsx'
import { useActuation } from './useActuation.ts'
import { notSentWords, valueWords } from '../words.ts'
import '../interfaces.css'

const isWhole = (iface: Interface, value: Value) => typeof value !== 'number' || iface.decimals > 0 || Number.isInteger(value)
const isWithin = (iface: Interface, value: Value) =>
  typeof value !== 'number' ||
  (value >= (iface.min ?? Number.NEGATIVE_INFINITY) && value <= (iface.max ?? Number.POSITIVE_INFINITY))

/** What happens to the output when the hold (ms) is over. */
function holdHint(target: Interface, hold: number, t: Translate): string {
  if (target.driven) return t('actuation.holdHint')
  const value = hold > 0 ? fallbackValue(target) : undefined
  return value === undefined
    ? t('actuation.holdHintUndriven')
    : t('actuation.holdHintDefault', { value: valueWords(target, value, t) })
}

/** Operating one device: what it says now, what to set, for how long, and what became of the order. */
export default function Actuation({ interface: given, onClose }: { interface: Interface; onClose: () => void }) {
  const t = useText()
  const [iface = given] = useLiveInterfaces([given])
  const [value, set] = useState<Value | null>(iface.lastConvertedReading ?? iface.lastCommand?.value ?? null)
  const [hold, setHold] = useState(String(usualHold))
  const { send, sending, failed, command } = useActuation(iface)
  const offline = useOffline()
  const busy = sending !== undefined
  const isOutOfRange = value !== null && !isWithin(iface, value)
  const wrong = isOutOfRange || (value !== null && !isWhole(iface, value))
  const range = { min: exactQuantity(iface.min, iface.unit ?? '', t), max: exactQuantity(iface.max, iface.unit ?? '', t) }
  const last = command ?? iface.lastCommand
  const asBefore = releasedValue({ ...iface, lastCommand: last }, useNow(15))
  return (
    <Modal title={iface.displayName} under={iface.entity.displayName} size={480} closable onClose={onClose}>
      <form
        className="actuation"
        onSubmit={event => {
          event.preventDefault()
          if (value !== null && !wrong) void send(value, Number(hold))
        }}
      >
        <div className="actuation-now">
          <span className="dim">{t('actuation.now')}</span>
          <LastValue interface={iface} />
          <Freshness interface={iface} />
        </div>
        {offline ? (
          <Note icon={<IconWifiOff size={16} aria-hidden />}>{t('actuation.offline')}</Note>
        ) : (
          !iface.terminal.connected && <Note>{t('actuation.notConnected', { terminal: iface.terminal.displayName })}</Note>
        )}
        <SettingField interface={iface} value={value} set={set} />
        {isOutOfRange && <p className="actuation-wrong">{t('validation.range', range)}</p>}
        <SelectField
          label={t('actuation.hold')}
          hint={holdHint(iface, Number(hold), t)}
          required
          options={holdChoices(t)}
          value={hold}
          onChange={next => next !== null && setHold(next)}
        />
        {failed !== undefined && <Failed what={notSentWords(failed, t)} error={failed} />}
        {last && <CommandOutcome interface={iface} command={last} />}
        {asBefore !== undefined && iface.terminal.connected && !offline && (
          <Button variant="default" leftSection={<IconRotate size={16} aria-hidden />} onClick={() => void send(asBefore, 0)}>
            {t(releaseKey(iface))}
          </Button>
        )}
        <ModalFoot
          word={t('actuation.send')}
          busy={busy}
          disabled={value === null || wrong || !iface.terminal.connected || offline}
          out={t('ui.close')}
          onClose={onClose}
        />
      </form>
    </Modal>
  )
}
