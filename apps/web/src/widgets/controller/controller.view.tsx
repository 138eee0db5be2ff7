import { since } from '@steading/locales/format'
import { clock, useNow } from '../../platform/page/clock.ts'
import { useOffline } from '../../platform/session/online.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Absent } from '../MissingWidget.tsx'
import { SliderControl, SwitchControl } from './Controller.tsx'
import { commandStatus, statusWords, releasedValue, releaseKey } from '../../interfaces/index.ts'
import { hrefOf, valueText } from '../../interfaces/index.ts'
import type { WidgetProps } from '../view.ts'

/** CONTROLLER over the data of a dashboard: what was ordered while it is on its way, what the barn says otherwise. */
export default function ControllerView({ configs: { interfaceId, title }, data }: WidgetProps<'CONTROLLER'>) {
  const t = useText()
  const zone = useZone()
  useNow(15)
  const offline = useOffline()
  const item = data.interfaces.get(interfaceId)
  if (!item) return <Absent name={title} />
  const now = clock.now()
  const status = commandStatus(item, now, data.alarms?.get(interfaceId))
  const isRefused = status.state === 'rejected' || status.state === 'expired'
  const ordered = status.ordered ?? item.lastConvertedReading
  const { actuate } = data
  const isCut = offline && actuate !== undefined
  const send = actuate && item.terminal.connected && !isCut ? actuate : undefined
  const asBefore = releasedValue(item, now)
  const release = send && asBefore !== undefined ? () => send(item, asBefore, 0) : undefined
  const heldUntil = item.lastCommand?.holdUntilUtc
  // Beside the button only the end of the hold has room: the tick says that the command is confirmed.
  const words =
    release && heldUntil && status.state === 'done'
      ? t('command.held', { time: since(heldUntil, now, zone, t) })
      : statusWords(item, status, now, zone, t)
  const common = {
    name: title ?? item.displayName,
    place: item.entity.name,
    href: hrefOf(item),
    status: isCut ? ('away' as const) : status.state,
    words: isCut ? t('actuation.offline') : (isRefused && data.reason) || words,
    release,
    releaseWord: t(releaseKey(item)),
  }
  if (item.terminalInterfaceDataType === 'BOOLEAN')
    return (
      <SwitchControl
        {...common}
        on={ordered === true}
        word={valueText(item, ordered, t)}
        send={send && (value => send(item, value))}
      />
    )
  return (
    <SliderControl
      {...common}
      value={typeof ordered === 'number' ? ordered : null}
      unit={item.unit ?? ''}
      min={item.min ?? 0}
      max={item.max ?? 100}
      step={item.decimals > 0 ? 10 ** -item.decimals : 1}
      decimals={item.decimals}
      send={send && (value => send(item, value))}
    />
  )
}
