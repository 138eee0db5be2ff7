import type { BodyOf } from '@steading/contract/rules/body'
import type { Reading } from '../src/inputs/input.ts'
import { SECONDS, START } from './arbitraries.ts'

/**
 * Reference model of an alarm rule, evaluated once a second: what the engine is
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
  /** It became active in the open event and has not been notified since. */
  fresh: boolean
}

const minutes = (text: string): number => Number(text.slice(0, 2)) * 3600 + Number(text.slice(3)) * 60

/** The trace, one `second kind line n` a line. */
export const simulateAlarm = (body: BodyOf<'ALARM_WITHOUT_ACTUATION'>, readings: readonly Reading[]): string[] => {
  const trace: string[] = []
  const settings = body.inputs.lines
  const createNote = (): Note => ({
    trueFrom: null,
    falseFrom: null,
    value: null,
    lastGood: null,
    held: false,
    count: 0,
    last: 0,
    fresh: false,
  })
  const notes = settings.map(createNote)
  const critical = body.event.severityLevel === 'CRITICAL'
  const isAny = body.inputs.lineLogic === 'ANY'
  let activeFrom: number | null = null
  let open = false
  let closedAt: number | null = null
  const lastHeard = new Map<string, number>()
  const staleAfter = (id: string): number => {
    const { every } = body.interfaces.find(item => item.id === id)!
    return every === 0 ? Infinity : Math.max(900, 3 * every)
  }
  const began = readings[0] ? (readings[0].ts - START) / 1000 : 0
  const isUnknown = (id: string, second: number) => {
    const last = lastHeard.get(id)
    return last === undefined || second - last >= staleAfter(id)
  }
  const isMet = (at: number): boolean | null => {
    const { value } = notes[at]!
    const { logicOperator, inputValue } = settings[at]!
    if (value === null) return null
    return logicOperator === 'GREATER'
      ? value > Number(inputValue)
      : logicOperator === 'LESS'
        ? value < Number(inputValue)
        : value === inputValue
  }
  const notifiesFor = (at: number) => (isAny ? notes[at]!.held : at === 0 && activeFrom !== null)
  const isLimitReached = (at: number) =>
    settings[at]!.notificationLimit !== 0 && notes[at]!.count >= settings[at]!.notificationLimit && !critical

  const evaluate = (second: number, timers: boolean) => {
    const due = (from: number, wait: number) =>
      wait === 0 ? second >= from : timers ? second >= from + wait : second > from + wait
    for (const [at, note] of notes.entries()) {
      const raw = isMet(at)
      if (raw === true) note.trueFrom ??= second
      else if (!note.held) note.trueFrom = null
      if (!note.held && raw === true && due(note.trueFrom!, minutes(settings[at]!.permanenceTime))) {
        note.held = true
        note.fresh = true
      }
      if (note.held && raw === false) note.falseFrom ??= second
      else note.falseFrom = null
      if (note.held && note.falseFrom !== null && due(note.falseFrom, 60)) {
        note.held = false
        note.fresh = false
        note.trueFrom = null
        note.falseFrom = null
      }
    }
    const active = isAny ? notes.some(note => note.held) : notes.every(note => note.held)
    if (active && activeFrom === null) {
      activeFrom = second
      if (!isAny) notes[0]!.fresh = true
    }
    if (!active && activeFrom !== null) {
      activeFrom = null
      if (open && body.autoClose) {
        trace.push(`${second} CLOSE`)
        open = false
        closedAt = second
      }
    }
    if (!open && activeFrom !== null && due(activeFrom, body.event.ruleDelay)) {
      const again = closedAt !== null && activeFrom - closedAt <= 600
      trace.push(`${second} ${again ? 'REOPEN' : 'OPEN'}`)
      open = true
      for (const note of notes) {
        note.fresh = true
        if (!again) note.count = 0
      }
    }
    if (!open) return
    for (const [at, note] of notes.entries()) {
      if (!notifiesFor(at)) continue
      const wait = minutes(settings[at]!.repetitionTime)
      const first = note.count === 0
      const passed = due(note.last, wait) && (wait > 0 || note.fresh)
      const isKnown = note.value !== null
      if (first ? !note.fresh : isLimitReached(at) || !passed || !isKnown) continue
      note.count++
      note.last = second
      note.fresh = false
      trace.push(`${second} NOTIFY ${at} ${note.count}`)
    }
  }

  let next = 0
  for (let second = began; second <= SECONDS; second++) {
    while (next < readings.length && readings[next]!.ts === START + second * 1000) {
      const reading = readings[next++]!
      if (!reading.good) continue
      lastHeard.set(reading.interfaceId, second)
      for (const [at, note] of notes.entries())
        if (settings[at]!.interfaceId === reading.interfaceId) note.value = Number(reading.value)
      evaluate(second, false)
    }
    for (const [at, note] of notes.entries()) if (isUnknown(settings[at]!.interfaceId, second)) note.value = null
    evaluate(second, true)
  }
  return trace
}
