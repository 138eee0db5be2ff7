import type { Severity } from '@steading/contract/events'
import type { ActionConfiguration } from '@steading/contract/outbox'
import { languages } from '@steading/locales/languages'
import type { Fault } from '@steading/rules/intent'
import { systemActor } from '../platform/actor.ts'
import type { Work } from '../platform/database/work.ts'
import { every } from '../platform/every.ts'
import { say } from '../platform/wording.ts'
import type { Wording } from '../platform/wording.ts'
import type { Part, World } from '../platform/world.ts'
import { hasten } from './climb.ts'
import { eventByKey, insertEvent, nameableBy } from './apply.sql.ts'
import { eventById, setSeverity } from './events.sql.ts'
import { insertOccurrence } from './occurrences.sql.ts'
import type { NewEvent, RuleOfEvents } from './apply.sql.ts'
import { changeByRule } from './standing.ts'
import {
  closedFaults,
  closedUnder,
  newlySilent,
  newlyStalled,
  openFault,
  openUnder,
  recoveredFaults,
  silenceOver,
  stallOver,
  terminalNamed,
} from './technical.sql.ts'
import type { Telling } from './telling.ts'
import { isOld, quietFor } from './transition.ts'

/** Events of the platform itself: sensors that are missed, terminals that fell silent. */
export interface Technical {
  fault(work: Work, rule: RuleOfEvents, effect: Fault): Promise<void>
  /** Opens an event of the platform itself and tells people, unless one of the same trouble is open. */
  raise(work: Work, trouble: Trouble): Promise<void>
  /** That trouble is over, as far as it was raised. */
  over(work: Work, begin: string): Promise<void>
  readonly part: Part
}

const faultWords = (sensor: string, time: number) => ({
  wording: { key: 'event.sensorFault', values: { sensor } } as const,
  fact: { key: 'mail.alarm.fault', values: { sensor, time } } as const,
})

/** Something of the platform itself that people should know. */
export interface Trouble extends Pick<NewEvent, 'entityId' | 'severity'> {
  /** Names the trouble, whenever it comes; with the instant it is the key of its event. */
  readonly begin: string
  readonly wording: Wording
  readonly fact: Wording
  readonly at: Date
  /** How people are told; null: those in charge, by mail. */
  readonly actions: readonly ActionConfiguration[] | null
}

interface Raised extends Pick<NewEvent, 'key' | 'entityId' | 'terminalId' | 'rule' | 'severity' | 'openDate'> {
  readonly wording: Wording
  readonly fact: Wording
  readonly actions?: readonly ActionConfiguration[] | null
  /** It lasts though somebody closed it then. */
  readonly again?: Date | null
}

interface Named {
  readonly entityId: string
  readonly name: string
}

type DailyText = 'event.doubledBox' | 'event.badPayloads' | 'event.unsendable'

const system = systemActor('events')
const LOOK = 20_000

export function technical(world: World, telling: Telling): Technical {
  const { db, texts, bus } = world

  /** Opens an event, once for its key. People hear of it once, and again when it became worse or lasts though it was closed. */
  async function raise(work: Work, { fact, wording, actions = null, again = null, ...of }: Raised) {
    const title = say(texts['en-US'], wording)
    const made = await insertEvent(work, {
      ...of,
      title,
      wording,
      spoken: languages.map(language => say(texts[language], wording)).join('\n'),
      description: '',
      category: 'TECHNICAL',
      status: 'OPEN',
      past: false,
    })
    const event = made ?? (await eventByKey(work, of.key))!
    const told = `${of.key}:${of.severity}`
    const [key, at] = again ? [`${told}:${again.getTime()}`, work.now] : [told, of.openDate]
    const id = await insertOccurrence(work, { eventId: event.id, key, ts: at, cause: null })
    if (id === undefined) return
    telling.changed(work, event)
    if (isOld(work.now, at)) return telling.tellLater(work, event)
    if (event.status !== 'OPEN') {
      if (!again && of.severity !== 'CRITICAL') return
      // What somebody took up, or closed, was less than this, or is not over.
      await changeByRule(work, telling, event, `${key}:worse`, { status: 'OPEN', date: work.now, userId: null })
    }
    if (made === undefined) await hasten(work, event)
    await telling.tell(work, event, actions, {
      id,
      key,
      at,
      n: 1,
      last: false,
      escalation: 0,
      cause: null,
      fact,
      written: null,
    })
  }

  async function close(work: Work, id: string, at: Date) {
    const event = await eventById(work, id)
    if (event) await changeByRule(work, telling, event, `${event.key}:over`, { status: 'CLOSED', date: at, userId: null })
  }

  /** One a day and output; it closes when a person has looked after it. */
  const unwritten = (work: Work, rule: RuleOfEvents, { interfaceId, ts }: Fault, { entityId, name: device }: Named) =>
    raise(work, {
      key: `unwritten:${interfaceId}:${new Date(ts).toISOString().slice(0, 10)}`,
      entityId,
      terminalId: rule.terminalId,
      rule,
      severity: 'MAJOR',
      openDate: new Date(ts),
      wording: { key: 'event.outputFault', values: { device } },
      fact: { key: 'mail.alarm.outputFault', values: { device, time: ts } },
    })

  /** The tables tell what is silent or heard again; the bus only says when to look. */
  const look = () =>
    db.work(system, async work => {
      const quiet = new Date(work.now.getTime() - quietFor('CLOSED', 'MAJOR'))
      for (const { id, entityId, name, since, again } of await newlySilent(work, quiet))
        await raise(work, {
          key: `silent:${id}:${since.getTime()}`,
          entityId,
          terminalId: id,
          rule: null,
          severity: 'MAJOR',
          openDate: since,
          wording: { key: 'event.noSignal', values: { terminal: name } },
          fact: { key: 'why.noSignal', values: { terminal: name, time: since.getTime() } },
          again,
        })
      for (const { id, at } of await silenceOver(work)) await close(work, id, at ?? work.now)
      for (const { id, entityId, name, at, again } of await newlyStalled(work, quiet)) {
        const wording = { key: 'event.updateStalled' as const, values: { terminal: name } }
        const of = { entityId, terminalId: id, rule: null, severity: 'MAJOR' as const, openDate: at }
        await raise(work, { ...of, key: `stalled:${id}:${at.getTime()}`, wording, fact: wording, again })
      }
      for (const { id } of await stallOver(work)) await close(work, id, work.now)
      for (const { id, at } of await recoveredFaults(work)) await close(work, id, at)
      for (const { sensor, ...of } of await closedFaults(work, quiet))
        await raise(work, { ...of, ...faultWords(sensor, Number(of.key.split(':')[2])), terminalId: null, rule: null })
    })

  /** One a day and terminal; it closes when a person has looked after it. */
  const ofTheDay = (kind: 'doubled' | 'quarantine' | 'unsendable', key: DailyText, terminalId: string) =>
    db.work(system, async work => {
      const terminal = await terminalNamed(work, terminalId)
      if (!terminal) return
      const wording = { key, values: { terminal: terminal.name } }
      const day = work.now.toISOString().slice(0, 10)
      const { entityId } = terminal
      const of = { entityId, terminalId, rule: null, severity: 'MAJOR' as const, openDate: work.now }
      await raise(work, { ...of, key: `${kind}:${terminalId}:${day}`, wording, fact: wording })
    })
  bus.on('terminal.doubled', 'events', ({ terminalId }) => ofTheDay('doubled', 'event.doubledBox', terminalId))
  bus.on('terminal.unsendable', 'events', ({ terminalId }) => ofTheDay('unsendable', 'event.unsendable', terminalId))
  bus.on('quarantine.often', 'events', ({ terminalId }) => ofTheDay('quarantine', 'event.badPayloads', terminalId))

  const watch = every(world, 'technical events', LOOK, look)
  for (const message of ['terminal.silent', 'terminal.back', 'terminal.stalled'] as const)
    bus.on(message, 'events', () => watch.wake())

  return {
    part: watch,
    async raise(work, { begin, at, ...of }) {
      if ((await openUnder(work, begin)).length > 0) return
      // Whoever closed it is left in peace for a while, as with any alarm that lasts.
      if (await closedUnder(work, begin, new Date(work.now.getTime() - quietFor('CLOSED', of.severity)))) return
      await raise(work, { ...of, key: `${begin}:${at.getTime()}`, terminalId: null, rule: null, openDate: at })
    },
    async over(work, begin) {
      for (const { id } of await openUnder(work, begin)) await close(work, id, work.now)
    },
    /** One event a sensor and episode, whichever rules miss it; silence of a whole terminal is an event of its own. */
    async fault(work, rule, effect) {
      if (effect.reason === 'SILENT') return
      const named = await nameableBy(work, { rule, id: effect.interfaceId })
      if (!named) return
      if (effect.reason === 'UNWRITTEN') return unwritten(work, rule, effect, named)
      const severity: Severity = rule.kind === 'CONTROL' && effect.left === 0 ? 'CRITICAL' : 'MAJOR'
      const since = effect.lastGood ?? effect.ts
      const open = await openFault(work, effect.interfaceId)
      if (open && severity === 'CRITICAL' && open.severity !== 'CRITICAL') await setSeverity(work, open.id, severity)
      await raise(work, {
        key: open?.key ?? `fault:${effect.interfaceId}:${since}`,
        entityId: named.entityId,
        terminalId: rule.terminalId,
        rule,
        severity,
        openDate: new Date(effect.ts),
        ...faultWords(named.name, since),
      })
    },
  }
}
