import { ActionIcon, Slider, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import '@mantine/core/styles/Slider.layer.css'
import { number } from '@steading/locales/format'
import { IconRotate } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../platform/texts.tsx'
import { CommandState } from '../ui/marks/CommandState.tsx'
import { type Life as LifeOf, isQuiet, isUnsure } from './life.ts'
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
        <ActionIcon
          variant="subtle"
          size={28}
          className="ctl-release"
          onClick={release}
          title={t('actuation.release')}
          aria-label={`${name}, ${place}: ${t('actuation.release')}`}
        >
          <IconRotate size={16} aria-hidden />
        </ActionIcon>
      )}
    </span>
  )
}

/** How long the thumb must rest before its value is sent (ms): keys step through many, and people stop between them. */
const restMs = { pointer: 500, keys: 1500 }
/** Page keys go in tenths of the whole. */
const pages: Readonly<Record<string, number>> = { PageUp: 0.1, PageDown: -0.1 }

/**
 * A device with a value: fans, heating, inlets. The bar is solid only for what the barn confirmed; until then it is hatched.
 * It is sent when the thumb has come to rest.
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
  const [moved, move] = useState<number>()
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(resting.current), [])
  const shown = moved ?? value ?? min
  const rest = useRef(restMs.pointer)
  const settle = (one: number) => {
    clearTimeout(resting.current)
    move(one)
    resting.current = setTimeout(() => {
      move(undefined)
      // What was not followed may be ordered again.
      if (one !== value || isUnsure(life)) send?.(one)
    }, rest.current)
  }
  return (
    <Widget
      name={name}
      place={place}
      href={href}
      right={
        <span className="ctl-value num">
          {moved === undefined ? number(value, decimals) : number(moved, decimals)}
          <span className="unit">{unit}</span>
        </span>
      }
    >
      <div className="ctl">
        <Slider
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
          thumbValueText={`${number(shown, decimals)} ${unit}`}
          className="ctl-slider"
          data-hatched={moved === undefined ? hatched(life) : 'sent'}
          onChange={one => {
            clearTimeout(resting.current)
            move(one)
          }}
          onChangeEnd={settle}
          onPointerDown={() => (rest.current = restMs.pointer)}
          onKeyDown={event => {
            rest.current = restMs.keys
            const by = pages[event.key]
            if (by === undefined || !send) return
            event.preventDefault()
            settle(Math.min(max, Math.max(min, Number((shown + by * (max - min)).toFixed(decimals)))))
          }}
        />
        <Life {...control} />
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
