import type { EventCategory, Severity } from '@steading/contract/events/events'
import type { ActionConfiguration } from '@steading/contract/events/outbox'
import { languages } from '@steading/locales/languages'
import type { Fault } from '@steading/rules/effects'
import { systemActor } from '../../platform/actor.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { createPeriodicTask } from '../../platform/periodicTask.ts'
import { translateWording } from '../../platform/text/wording.ts'
import type { Wording } from '../../platform/text/wording.ts'
import type { Part } from '../../platform/part.ts'
import type { World } from '../../platform/world.ts'
import { expediteEscalation } from '../escalation/escalationRuns.ts'
import { lockEventByKey, insertEvent } from '../newEvents.sql.ts'
import { ruleInterface } from '../rules.sql.ts'
import { isBatchOpenAround } from '../../batches/index.ts'
import { eventById, setSeverity } from '../events.sql.ts'
import { countOccurrences, insertOccurrence } from '../occurrences.sql.ts'
import type { NewEvent } from '../newEvents.sql.ts'
import type { EventRule } from '../rules.sql.ts'
import { changeAutomatically } from '../status/automaticChanges.ts'
import {
  closedFaults,
  overstatedFaults,
  understatedFaults,
  wasClosedByUserSince,
  newlySilentTerminals,
  newlyStalledUpdates,
  openFault,
  openProblems,
  recoveredFaults,
  endedSilences,
  endedStalls,
  terminalById,
} from './systemAlarms.sql.ts'
import type { ProblemFilter } from './systemAlarms.sql.ts'
import { problemKey } from './problem.ts'
import type { Problem } from './problem.ts'
import type { Notifier } from '../notification/notifier.types.ts'
import { isTooOldToNotify, quietPeriod } from '../status/eventState.ts'

/** System alarms: events that the platform itself opens, such as missing sensors and silent terminals. */
export interface SystemAlarms {
  raiseFault(work: UnitOfWork, rule: EventRule, effect: Fault): Promise<void>
  /**
   * Opens a system alarm and notifies, unless one of the same problem and subject is open, or a user closed one just now. Answers
   * the id of the event, which may be there already; null: none was opened.
   */
  raise(work: UnitOfWork, problem: SystemProblem): Promise<string | null>
  /** Closes the open alarms of a problem. */
  resolve(work: UnitOfWork, filter: ProblemFilter): Promise<void>
  readonly part: Part
}

const faultWords = (sensor: string, time: number) => ({
  wording: { key: 'event.sensorFault', values: { sensor } } as const,
  fact: { key: 'mail.alarm.fault', values: { sensor, time } } as const,
})

/** A problem to raise as an alarm. */
export interface SystemProblem extends Pick<NewEvent, 'entityId' | 'severity'> {
  /** At most one event per problem and subject is open. */
  readonly problem: Problem
  readonly subjectId: string
  readonly wording: Wording
  readonly fact: Wording
  readonly at: Date
  /** How to notify; null: the people in charge, by e-mail. */
  readonly actions: readonly ActionConfiguration[] | null
  /** Absent: TECHNICAL. */
  readonly category?: EventCategory
}

interface NewAlarm extends Pick<
  NewEvent,
  'key' | 'subjectId' | 'problemSince' | 'entityId' | 'terminalId' | 'rule' | 'severity' | 'openDate'
> {
  readonly problem: Problem
  readonly wording: Wording
  readonly fact: Wording
  readonly actions?: readonly ActionConfiguration[] | null
  /** When a user closed it although it is ongoing. */
  readonly closedAt?: Date | null
  /** The severity of the open event has just risen; it may have risen and fallen before. */
  readonly isWorse?: boolean
  readonly category?: EventCategory
}

interface NamedOutput {
  readonly entityId: string
  readonly name: string
}

type DailyText = 'event.doubledBox' | 'event.badPayloads' | 'event.unsendable'

const system = systemActor('events')
const POLL_INTERVAL = 20_000

export function createSystemAlarms(world: World, notifier: Notifier): SystemAlarms {
  const { db, texts, bus } = world

  /** Opens an alarm, idempotent by key. Notifies once, and again when the severity rises or it is ongoing although closed. */
  async function raise(
    work: UnitOfWork,
    { fact, wording, actions = null, closedAt = null, isWorse = false, category = 'TECHNICAL', ...of }: NewAlarm,
  ): Promise<string> {
    const title = translateWording(texts['en-US'], wording)
    const created = await insertEvent(work, {
      ...of,
      title,
      wording,
      titleTranslations: languages.map(language => translateWording(texts[language], wording)).join('\n'),
      description: '',
      category,
      status: 'OPEN',
      past: false,
    })
    const event = created ?? (await lockEventByKey(work, of.key))!
    const baseKey = `${of.key}:${of.severity}`
    const rises = isWorse ? await countOccurrences(work, event.id, baseKey) : 0
    const repetition = closedAt?.getTime() ?? (rises > 0 ? rises : null)
    const [key, at] = repetition === null ? [baseKey, of.openDate] : [`${baseKey}:${repetition}`, work.now]
    const id = await insertOccurrence(work, { eventId: event.id, key, ts: at, cause: null })
    if (id === undefined) return event.id
    notifier.publishChange(work, event)
    if (isTooOldToNotify(work.now, at)) {
      await notifier.notifyLater(work, event)
      return event.id
    }
    if (event.status !== 'OPEN') {
      if (!closedAt && of.severity !== 'CRITICAL') return event.id
      // The acknowledged or closed event was less severe, or is still ongoing: reopen it.
      await changeAutomatically(work, notifier, event, `${key}:worse`, { status: 'OPEN', date: work.now, userId: null })
    }
    if (created === undefined) await expediteEscalation(work, event)
    await notifier.notify(work, event, actions, {
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
    return event.id
  }

  async function close(work: UnitOfWork, id: string, at: Date) {
    const event = await eventById(work, id)
    if (event)
      await changeAutomatically(work, notifier, event, `${event.source_key}:over`, { status: 'CLOSED', date: at, userId: null })
  }

  /** One alarm per day and output; users close it. */
  const raiseOutputFault = (
    work: UnitOfWork,
    rule: EventRule,
    { interfaceId, ts }: Fault,
    { entityId, name: device }: NamedOutput,
  ) =>
    raise(work, {
      key: problemKey('OUTPUT_FAULT', interfaceId, new Date(ts).toISOString().slice(0, 10)),
      problem: 'OUTPUT_FAULT',
      subjectId: interfaceId,
      entityId,
      terminalId: rule.terminalId,
      rule,
      severity: 'MAJOR',
      openDate: new Date(ts),
      wording: { key: 'event.outputFault', values: { device } },
      fact: { key: 'mail.alarm.outputFault', values: { device, time: ts } },
    })

  /** Opens and closes alarms by the state in the tables; bus messages only wake the task. */
  const update = () =>
    db.work(system, async work => {
      const quiet = new Date(work.now.getTime() - quietPeriod('CLOSED', 'MAJOR'))
      for (const { id, entityId, name, since, closedAt } of await newlySilentTerminals(work, quiet))
        await raise(work, {
          key: problemKey('TERMINAL_SILENT', id, since.getTime()),
          problem: 'TERMINAL_SILENT',
          subjectId: id,
          problemSince: since,
          entityId,
          terminalId: id,
          rule: null,
          severity: 'MAJOR',
          openDate: since,
          wording: { key: 'event.noSignal', values: { terminal: name } },
          fact: { key: 'why.noSignal', values: { terminal: name, time: since.getTime() } },
          closedAt,
        })
      for (const { id, at } of await endedSilences(work)) await close(work, id, at ?? work.now)
      for (const { id, entityId, name, at, closedAt } of await newlyStalledUpdates(work, quiet)) {
        const wording = { key: 'event.updateStalled' as const, values: { terminal: name } }
        await raise(work, {
          key: problemKey('UPDATE_STALLED', id, at.getTime()),
          problem: 'UPDATE_STALLED',
          subjectId: id,
          problemSince: at,
          entityId,
          terminalId: id,
          rule: null,
          severity: 'MAJOR',
          openDate: at,
          wording,
          fact: wording,
          closedAt,
        })
      }
      for (const { id } of await endedStalls(work)) await close(work, id, work.now)
      for (const { id, at } of await recoveredFaults(work)) await close(work, id, at)
      for (const fault of await overstatedFaults(work)) {
        await setSeverity(work, fault.id, 'MAJOR')
        notifier.publishChange(work, fault)
      }
      // The batch opened after the last sensor of a control rule was lost.
      for (const { id, sensor, ...of } of await understatedFaults(work)) {
        await setSeverity(work, id, 'CRITICAL')
        await raise(work, {
          ...of,
          ...faultWords(sensor, of.problemSince.getTime()),
          problem: 'SENSOR_FAULT',
          severity: 'CRITICAL',
          isWorse: true,
          openDate: work.now,
          terminalId: null,
          rule: null,
        })
      }
      for (const { sensor, ...of } of await closedFaults(work, quiet))
        await raise(work, {
          ...of,
          ...faultWords(sensor, of.problemSince.getTime()),
          problem: 'SENSOR_FAULT',
          terminalId: null,
          rule: null,
        })
    })

  /** One alarm per day and terminal; users close it. */
  const raiseDaily = (problem: Problem, key: DailyText, terminalId: string) =>
    db.work(system, async work => {
      const terminal = await terminalById(work, terminalId)
      if (!terminal) return
      const wording = { key, values: { terminal: terminal.name } }
      const day = work.now.toISOString().slice(0, 10)
      const { entityId } = terminal
      const of = { entityId, terminalId, rule: null, severity: 'MAJOR' as const, openDate: work.now }
      await raise(work, {
        ...of,
        key: problemKey(problem, terminalId, day),
        problem,
        subjectId: terminalId,
        wording,
        fact: wording,
      })
    })
  bus.on('terminal.doubled', 'events', ({ terminalId }) => raiseDaily('TERMINAL_DOUBLED', 'event.doubledBox', terminalId))
  bus.on('terminal.unsendable', 'events', ({ terminalId }) => raiseDaily('UNSENDABLE', 'event.unsendable', terminalId))
  bus.on('quarantine.often', 'events', ({ terminalId }) => raiseDaily('BAD_PAYLOADS', 'event.badPayloads', terminalId))

  const task = createPeriodicTask(world, 'technical events', POLL_INTERVAL, update)
  for (const message of ['terminal.silent', 'terminal.back', 'terminal.stalled', 'batch.changed'] as const)
    bus.on(message, 'events', () => task.wake())

  return {
    part: task,
    async raise(work, { at, ...of }) {
      if ((await openProblems(work, of)).length > 0) return null
      // Quiet period after a user closed it, as for any ongoing alarm.
      if (await wasClosedByUserSince(work, of, new Date(work.now.getTime() - quietPeriod('CLOSED', of.severity)))) return null
      const key = problemKey(of.problem, of.subjectId, at.getTime())
      return raise(work, { ...of, key, problemSince: at, terminalId: null, rule: null, openDate: at })
    },
    async resolve(work, filter) {
      for (const { id } of await openProblems(work, filter)) await close(work, id, work.now)
    },
    /** One alarm per sensor and fault, whichever rules miss it. A silent terminal has its own alarm. */
    async raiseFault(work, rule, effect) {
      if (effect.reason === 'SILENT') return
      const named = await ruleInterface(work, { rule, id: effect.interfaceId })
      if (!named) return
      if (effect.reason === 'UNWRITTEN') {
        await raiseOutputFault(work, rule, effect, named)
        return
      }
      const isWithoutSensor = rule.kind === 'CONTROL' && effect.left === 0
      const severity: Severity = isWithoutSensor && (await isBatchOpenAround(work, named.entityId)) ? 'CRITICAL' : 'MAJOR'
      const since = effect.lastGood ?? effect.ts
      const open = await openFault(work, effect.interfaceId)
      const isWorse = open !== undefined && severity === 'CRITICAL' && open.severity !== 'CRITICAL'
      if (isWorse) await setSeverity(work, open.id, severity)
      await raise(work, {
        key: open?.key ?? problemKey('SENSOR_FAULT', effect.interfaceId, since),
        problem: 'SENSOR_FAULT',
        subjectId: effect.interfaceId,
        problemSince: new Date(since),
        entityId: named.entityId,
        terminalId: rule.terminalId,
        rule,
        severity,
        isWorse,
        openDate: new Date(effect.ts),
        ...faultWords(named.name, since),
      })
    },
  }
}
