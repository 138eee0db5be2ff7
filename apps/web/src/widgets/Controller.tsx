import { Button, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { number } from '@steading/locales/format'
import { IconArrowBackUp, IconRotate } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useText } from '../platform/texts.tsx'
import { DragSlider } from '../ui/form/DragSlider.tsx'
import { CommandState } from '../ui/marks/CommandState.tsx'
import { type Life as LifeOf, isQuiet, isUnsure } from './life.ts'
import { useDelayed } from './useDelayed.ts'
import { Widget } from './Widget.tsx'

interface Control {
  readonly name: string
  readonly place: string
  readonly href: string
  readonly life: LifeOf['state']
  /** The life in words: "Confirmed 03:06", "No feedback". */
  readonly words: string
  /** Absent: this person may not operate it, or it cannot be reached. */
  readonly send?: ((value: never) => void) | undefined
  /** Gives it back to its rule; absent while no hand holds it. */
  readonly release?: (() => void) | undefined
}

const hatched = (life: LifeOf['state']) => (isUnsure(life) ? life : undefined)

function Life({ name, place, life, words, release }: Omit<Control, 'href' | 'send'>) {
  const t = useText()
  return (
    <span className="ctl-life">
      {isQuiet(life) ? <span className="cmd">{words}</span> : <CommandState tone={life}>{words}</CommandState>}
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
          {t('actuation.release')}
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
 * It is sent when the thumb has come to rest; what a finger ordered can be undone before.
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
  const { name, place, href, life } = control
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
    const isCommand = next !== value || isUnsure(life)
    setUndoable(isCommand && pauseMs === undoMs)
    delay(isCommand ? pauseMs : 0, () => {
      reset()
      if (isCommand) send?.(next)
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
          data-hatched={moved === undefined ? hatched(life) : 'sent'}
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
        {isUndoable ? <WaitingCommand name={name} place={place} value={valueWords} undo={reset} /> : <Life {...control} />}
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
  const { name, place, href, life } = control
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
          data-hatched={hatched(life)}
          withThumbIndicator={false}
        />
        <Life {...control} />
      </div>
    </Widget>
  )
}
