import type { BodyOf } from '@steading/contract/rulebody'
import type { Reading } from '../src/input.ts'
import { SECONDS, START } from './arbitraries.ts'

/**
 * An alarm rule as somebody with a watch and a notebook would follow it, looking once a second: the model that the engine is
 * held against. It shares nothing with it, and knows no people who set a status.
 */
interface Note {
  trueFrom: number | null
  falseFrom: number | null
  value: number | null
  lastGood: number | null
  held: boolean
  count: number
  last: number
  /** It began to hold in the open event and was not told since. */
  fresh: boolean
}

const minutes = (text: string): number => Number(text.slice(0, 2)) * 3600 + Number(text.slice(3)) * 60

/** What happened, as `second kind line n`. */
export const follow = (body: BodyOf<'ALARM_WITHOUT_ACTUATION'>, readings: readonly Reading[]): string[] => {
  const said: string[] = []
  const settings = body.inputs.lines
  const note = (): Note => ({
    trueFrom: null,
    falseFrom: null,
    value: null,
    lastGood: null,
    held: false,
    count: 0,
    last: 0,
    fresh: false,
  })
  const notes = settings.map(note)
  const critical = body.event.severityLevel === 'CRITICAL'
  const any = body.inputs.lineLogic === 'ANY'
  let activeFrom: number | null = null
  let open = false
  let closedAt: number | null = null
  let known = new Map<string, number>()
  const staleAfter = (id: string): number => {
    const { every } = body.interfaces.find(one => one.id === id)!
    return every === 0 ? Infinity : Math.max(900, 3 * every)
  }
  const began = readings[0] ? (readings[0].ts - START) / 1000 : 0
  const unknown = (id: string, second: number) => {
    const last = known.get(id)
    return last === undefined || second - last >= staleAfter(id)
  }
  const truth = (at: number): boolean | null => {
    const { value } = notes[at]!
    const { logicOperator, inputValue } = settings[at]!
    if (value === null) return null
    return logicOperator === 'GREATER'
      ? value > Number(inputValue)
      : logicOperator === 'LESS'
        ? value < Number(inputValue)
        : value === inputValue
  }
  const speaks = (at: number) => (any ? notes[at]!.held : at === 0 && activeFrom !== null)
  const limited = (at: number) =>
    settings[at]!.notificationLimit !== 0 && notes[at]!.count >= settings[at]!.notificationLimit && !critical

  const look = (second: number, timers: boolean) => {
    const due = (from: number, wait: number) =>
      wait === 0 ? second >= from : timers ? second >= from + wait : second > from + wait
    for (const [at, one] of notes.entries()) {
      const raw = truth(at)
      if (raw === true) one.trueFrom ??= second
      else if (!one.held) one.trueFrom = null
      if (!one.held && raw === true && due(one.trueFrom!, minutes(settings[at]!.permanenceTime))) {
        one.held = true
        one.fresh = true
      }
      if (one.held && raw === false) one.falseFrom ??= second
      else one.falseFrom = null
      if (one.held && one.falseFrom !== null && due(one.falseFrom, 60)) {
        one.held = false
        one.fresh = false
        one.trueFrom = null
        one.falseFrom = null
      }
    }
    const active = any ? notes.some(one => one.held) : notes.every(one => one.held)
    if (active && activeFrom === null) {
      activeFrom = second
      if (!any) notes[0]!.fresh = true
    }
    if (!active && activeFrom !== null) {
      activeFrom = null
      if (open && body.autoClose) {
        said.push(`${second} CLOSE`)
        open = false
        closedAt = second
      }
    }
    if (!open && activeFrom !== null && due(activeFrom, body.event.ruleDelay)) {
      const again = closedAt !== null && activeFrom - closedAt <= 600
      said.push(`${second} ${again ? 'REOPEN' : 'OPEN'}`)
      open = true
      for (const one of notes) {
        one.fresh = true
        if (!again) one.count = 0
      }
    }
    if (!open) return
    for (const [at, one] of notes.entries()) {
      if (!speaks(at)) continue
      const wait = minutes(settings[at]!.repetitionTime)
      const first = one.count === 0
      const passed = due(one.last, wait) && (wait > 0 || one.fresh)
      const known = one.value !== null
      if (first ? !one.fresh : limited(at) || !passed || !known) continue
      one.count++
      one.last = second
      one.fresh = false
      said.push(`${second} NOTIFY ${at} ${one.count}`)
    }
  }

  let next = 0
  for (let second = began; second <= SECONDS; second++) {
    while (next < readings.length && readings[next]!.ts === START + second * 1000) {
      const reading = readings[next++]!
      if (!reading.good) continue
      known.set(reading.interfaceId, second)
      for (const [at, one] of notes.entries())
        if (settings[at]!.interfaceId === reading.interfaceId) one.value = Number(reading.value)
      look(second, false)
    }
    for (const [at, one] of notes.entries()) if (unknown(settings[at]!.interfaceId, second)) one.value = null
    look(second, true)
  }
  return said
}
