import { since } from '@steading/locales/format'
import { clock, useNow } from '../platform/clock.ts'
import { useOffline } from '../platform/online.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Absent } from './Absent.tsx'
import { SliderControl, SwitchControl } from './Controller.tsx'
import { lifeOf, lifeWords, released } from './life.ts'
import { hrefOf, valueText } from './subject.ts'
import type { WidgetProps } from './view.ts'

/** CONTROLLER over the data of a dashboard: what was ordered while it is on its way, what the barn says otherwise. */
export default function ControllerView({ configs: { interfaceId, title }, data }: WidgetProps<'CONTROLLER'>) {
  const t = useText()
  const zone = useZone()
  useNow(15)
  const offline = useOffline()
  const of = data.interfaces.get(interfaceId)
  if (!of) return <Absent name={title} />
  const now = clock.now()
  const life = lifeOf(of, now, data.alarms?.get(interfaceId))
  const isRefused = life.state === 'rejected' || life.state === 'expired'
  const ordered = life.ordered ?? of.lastConvertedReading
  const { actuate } = data
  const isCut = offline && actuate !== undefined
  const send = actuate && of.terminal.connected && !isCut ? actuate : undefined
  const asBefore = released(of, now)
  const release = send && asBefore !== undefined ? () => send(of, asBefore, 0) : undefined
  const heldUntil = of.lastCommand?.holdUntilUtc
  // Beside the button only the end of the hold has room: the tick says that the command is confirmed.
  const words =
    release && heldUntil && life.state === 'done'
      ? t('command.held', { time: since(heldUntil, now, zone, t) })
      : lifeWords(of, life, now, zone, t)
  const common = {
    name: title ?? of.displayName,
    place: of.entity.name,
    href: hrefOf(of),
    life: isCut ? ('away' as const) : life.state,
    words: isCut ? t('actuation.offline') : (isRefused && data.reason) || words,
    release,
  }
  if (of.terminalInterfaceDataType === 'BOOLEAN')
    return (
      <SwitchControl
        {...common}
        on={ordered === true}
        word={valueText(of, ordered, t)}
        send={send && (value => send(of, value))}
      />
    )
  return (
    <SliderControl
      {...common}
      value={typeof ordered === 'number' ? ordered : null}
      unit={of.unit ?? ''}
      min={of.min ?? 0}
      max={of.max ?? 100}
      step={of.decimals > 0 ? 10 ** -of.decimals : 1}
      decimals={of.decimals}
      send={send && (value => send(of, value))}
    />
  )
}
