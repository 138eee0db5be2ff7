import { Button, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { number } from '@steading/locales/format'
import { IconArrowBackUp, IconRotate } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { DragSlider } from '../../ui/form/slider/DragSlider.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { CommandState } from '../../ui/marks/CommandState.tsx'
import { type CommandStatus as LifeOf, isQuiet, isUnconfirmed } from '../../interfaces/index.ts'
import { useDelayed } from './useDelayed.ts'
import { Widget } from '../Widget.tsx'

interface Control {
  readonly name: string
  readonly place: string
  readonly href: string
  readonly status: LifeOf['state']
  /** The life in words: "Confirmed 03:06", "No feedback". */
  readonly words: string
  /** Absent: this person may not operate it, or it cannot be reached. */
  readonly send?: ((value: never) => void) | undefined
  /** Ends a manual override; absent while there is none. */
  readonly release?: (() => void) | undefined
  /** Label of the button for `release`. */
  readonly releaseWord: string
}

const hatched = (status: LifeOf['state']) => (isUnconfirmed(status) ? status : undefined)

function CommandStatusMark({ name, place, status, words, release, releaseWord }: Omit<Control, 'href' | 'send'>) {
  return (
    <span className="ctl-life">
      {isQuiet(status) ? <span className="cmd">{words}</span> : <CommandState tone={status}>{words}</CommandState>}
      {release && (
        <Button
          variant="subtle"
          size="compact-sm"
          className="ctl-act"
          leftSection={<IconRotate size={16} aria-hidden />}
          onClick={release}
        >
          <span className="vh">
            {name}, {place}:{' '}
          </span>
          {releaseWord}
        </Button>
      )}
    </span>
  )
}

/** A command that waits to be sent, and the way to take it back. */
function WaitingCommand({ name, place, value, undo }: { name: string; place: string; value: string; undo: () => void }) {
  const t = useText()
  return (
    <span className="ctl-life">
      <CommandState tone="sent">{t('command.willSend', { value })}</CommandState>
      <Button
        variant="default"
        size="compact-sm"
        className="ctl-act"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={undo}
      >
        <span className="vh">
          {name}, {place}:{' '}
        </span>
        {t('command.undo')}
      </Button>
    </span>
  )
}

/** How long the thumb must rest before its value is sent (ms): keys step through many, and people stop between them. */
const restMs = { pointer: 500, keys: 1500 }
/**
 * A finger's command waits this long, so that it can be undone (ms). Nothing is sent until then: to send the value before it
 * would switch the device twice, and would hold what a rule had set.
 */
const undoMs = 5000
/** Page keys go in tenths of the whole. */
const pages: Readonly<Record<string, number>> = { PageUp: 0.1, PageDown: -0.1 }

/**
 * A device with a value: fans, heating, inlets. The bar is solid only for what the barn confirmed; until then it is hatched.
 * It is sent when the thumb has come to rest; what a finger ordered can be undone before, and is not sent once the dashboard is
 * arranged.
 */
export function SliderControl({
  value,
  unit,
  min,
  max,
  step,
  decimals,
  send,
  ...control
}: Omit<Control, 'send'> & {
  value: number | null
  unit: string
  min: number
  max: number
  step: number
  decimals: number
  send?: ((value: number) => void) | undefined
}) {
  const { name, place, href, status } = control
  const t = useText()
  const [moved, move] = useState<number>()
  const [isUndoable, setUndoable] = useState(false)
  const { delay, cancel } = useDelayed()
  const shown = moved ?? value ?? min
  const valueWords = `${number(shown, t, decimals)} ${unit}`
  const rest = useRef(restMs.pointer)
  const drag = (next: number) => {
    cancel()
    setUndoable(false)
    move(next)
  }
  const reset = () => {
    cancel()
    setUndoable(false)
    move(undefined)
  }
  /** Sends a value after a pause. What was not followed may be ordered again. */
  const settle = (next: number, pauseMs: number) => {
    drag(next)
    const isCommand = next !== value || isUnconfirmed(status)
    setUndoable(isCommand && pauseMs === undoMs)
    const order = () => {
      reset()
      if (isCommand) send?.(next)
    }
    delay(isCommand ? pauseMs : 0, order, () => {
      reset()
      if (isCommand) toast(t('command.notSent', { value: `${number(next, t, decimals)} ${unit}` }), `${name}, ${place}`)
    })
  }
  return (
    <Widget
      name={name}
      place={place}
      href={href}
      right={
        <span className="ctl-value num">
          {moved === undefined ? number(value, t, decimals) : number(moved, t, decimals)}
          <span className="unit">{unit}</span>
        </span>
      }
    >
      <div className="ctl">
        <DragSlider
          value={shown}
          min={min}
          max={max}
          step={step}
          disabled={!send}
          label={null}
          size={6}
          radius={100}
          thumbSize={20}
          thumbLabel={`${name}, ${place}`}
          scale={one => one}
          thumbValueText={valueWords}
          className="ctl-slider"
          data-hatched={moved === undefined ? hatched(status) : 'sent'}
          onChange={drag}
          onChangeEnd={next => settle(next, rest.current)}
          onHandleDrop={next => settle(next, undoMs)}
          onHandleCancel={reset}
          onPointerDown={() => (rest.current = restMs.pointer)}
          onKeyDown={event => {
            rest.current = restMs.keys
            const by = pages[event.key]
            if (by === undefined || !send) return
            event.preventDefault()
            settle(Math.min(max, Math.max(min, Number((shown + by * (max - min)).toFixed(decimals)))), restMs.keys)
          }}
        />
        {isUndoable ? (
          <WaitingCommand name={name} place={place} value={valueWords} undo={reset} />
        ) : (
          <CommandStatusMark {...control} />
        )}
      </div>
    </Widget>
  )
}

/** A device that is on or off. */
export function SwitchControl({
  on,
  word,
  send,
  ...control
}: Omit<Control, 'send'> & { on: boolean; word: string; send?: ((value: boolean) => void) | undefined }) {
  const t = useText()
  const { name, place, href, status } = control
  return (
    <Widget name={name} place={place} href={href}>
      <div className="ctl row">
        <Switch
          checked={on}
          disabled={!send}
          onChange={event => send?.(event.currentTarget.checked)}
          size="md"
          radius={100}
          label={
            <>
              <span className="vh">
                {name}, {place}, {t('actuation.action')}:{' '}
              </span>
              {word}
            </>
          }
          className="ctl-switch"
          data-hatched={hatched(status)}
          withThumbIndicator={false}
        />
        <CommandStatusMark {...control} />
      </div>
    </Widget>
  )
}
