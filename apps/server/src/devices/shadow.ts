import { LIMITS, ShadowUp } from '@steading/contract/box'
import type { Hello, RuleReport } from '@steading/contract/box'
import { systemActor } from '../platform/actor.ts'
import type { Broker } from '../platform/broker/broker.ts'
import type { Work } from '../platform/database/work.ts'
import type { World } from '../platform/world.ts'
import { Refused } from '../platform/failures.ts'
import { bodyParts, desired, documentParts, Unsendable } from './configuration.ts'
import type { Desired, EventStatuses, RuleBody, Wish } from './configuration.ts'
import { raiseRevision, revisionsOf, setReported } from './links.sql.ts'
import type { Link, Links } from './links.ts'
import { lagging, wiring } from './shadow.sql.ts'

export type RuleProvider = (work: Work, terminalId: string) => Promise<readonly RuleBody[]>
export type EventProvider = (work: Work, terminalId: string) => Promise<EventStatuses>

declare module '../platform/bus.ts' {
  interface Messages {
    /** What a box runs now; told at every report and every hello. */
    'terminal.reported': {
      terminalId: string
      rev: number
      rules: Readonly<Record<string, RuleReport>>
      /** A revision that the box will not run, and why. */
      bad?: number
      why?: string
      err?: string
    }
    /** What is wanted of a box is more than can be sent to it. */
    'terminal.unsendable': { terminalId: string }
  }
}

const system = systemActor('configuration')

/** Brings boxes to the configuration that is wanted of them, and hears what they run. */
export function shadow({ db, bus, log, secrets }: World, links: Links, broker: Broker) {
  let rulesOf: RuleProvider = () => Promise.resolve([])
  let eventsOf: EventProvider = () => Promise.resolve({})
  /** Terminals that are being sent their configuration; true: it changed again meanwhile. */
  const sending = new Map<string, boolean>()

  const contentOf = async (work: Work, terminalId: string) => ({
    wires: await wiring(work, terminalId),
    rules: await rulesOf(work, terminalId),
    events: await eventsOf(work, terminalId),
  })

  const wishOf = (terminalId: string): Promise<Wish | null> =>
    db.work(system, async work => {
      // The revision first: what is read after it may be newer, and then a newer revision follows; never the other way round.
      const revisions = await revisionsOf(work, terminalId)
      if (!revisions || revisions.desiredRev === 0 || revisions.desiredRev <= (revisions.badRev ?? 0)) return null
      return { uid: revisions.uid, rev: revisions.desiredRev, ...(await contentOf(work, terminalId)) }
    })

  /** null: nothing is wanted, or what is wanted cannot be sent, which people are told. */
  const build = async (terminalId: string): Promise<Desired | null> => {
    const wish = await wishOf(terminalId)
    try {
      return wish && desired(wish)
    } catch (error) {
      log.error({ err: error, terminalId }, 'the configuration could not be sent')
      bus.emit('terminal.unsendable', { terminalId })
      return null
    }
  }

  /**
   * Would a box take its configuration as it stands in this work, with this rule put in or exchanged?
   * @throws Refused with the limit that is exceeded
   */
  const mustFit = async (work: Work, terminalId: string, rule?: RuleBody): Promise<void> => {
    const { rules, ...content } = await work.beyond(whole => contentOf(whole, terminalId))
    const others = rule ? rules.filter(one => one.id !== rule.id) : rules
    try {
      desired({ uid: '', rev: LIMITS.index, ...content, rules: rule ? [...others, rule] : rules })
    } catch (error) {
      throw error instanceof Unsendable ? new Refused(error.limit) : error
    }
  }

  /** Sends the document to the box if it is there. Several wishes at once become one. */
  const push = async (terminalId: string): Promise<void> => {
    const link = links.byTerminal(terminalId)
    if (!link?.connected) return
    if (sending.has(terminalId)) return void sending.set(terminalId, true)
    sending.set(terminalId, false)
    try {
      const wanted = await build(terminalId)
      if (wanted) for (const part of documentParts(wanted, secrets.rulesPrivate)) broker.publish(link.uid, 'dn/shadow', part)
    } catch (error) {
      log.error({ err: error, terminalId }, 'the configuration could not be sent')
    } finally {
      const again = sending.get(terminalId)
      sending.delete(terminalId)
      if (again) void push(terminalId)
    }
  }

  const tell = (terminalId: string, { rev, rules, bad, why, err }: ShadowUp) =>
    bus.emit('terminal.reported', {
      terminalId,
      rev,
      rules,
      ...(bad !== undefined && { bad }),
      ...(why !== undefined && { why }),
      ...(err !== undefined && { err }),
    })

  /** The configuration of a terminal changes with this work: a new revision, sent to the box after the commit. */
  const desire = async (work: Work, terminalId: string): Promise<number> => {
    const revision = await raiseRevision(work, terminalId)
    work.afterCommit(() => void push(terminalId))
    return revision
  }

  return {
    desire,
    mustFit,
    rulesFrom: (provider: RuleProvider) => void (rulesOf = provider),
    eventsFrom: (provider: EventProvider) => void (eventsOf = provider),

    /** At a hello: is what the box runs what is wanted, and do we know what became of its rules? */
    async greet(link: Link, hello: Hello, { desiredRev, reported }: { desiredRev: number; reported: unknown }) {
      const known = ShadowUp.safeParse(reported)
      const report = known.success && known.data.rev === hello.rev && known.data.hash === hello.hash ? known.data : undefined
      if (report) tell(link.terminalId, report)
      if (hello.rev !== desiredRev) return push(link.terminalId)
      if (desiredRev === 0) return
      const wanted = await build(link.terminalId)
      // Same number, other content (or content whose fate nobody told): only a newer number makes the box look.
      if (wanted && (wanted.document.hash !== hello.hash || !report)) await db.work(system, work => desire(work, link.terminalId))
    },

    async reported(link: Link, report: ShadowUp) {
      link.isForeign = report.rev < (await db.work(system, work => setReported(work, link.terminalId, report)))
      tell(link.terminalId, report)
      if (report.bad !== undefined)
        log.warn({ uid: link.uid, rev: report.bad, why: report.err }, 'a box refused its configuration')
      if (report.want === undefined || report.need === undefined) return
      const wanted = await build(link.terminalId)
      if (!wanted) return
      if (wanted.rev !== report.want) return push(link.terminalId)
      for (const part of bodyParts(wanted, report.need)) broker.publish(link.uid, 'dn/shadow', part)
    },

    /** Sends again what did not arrive. */
    async reconcile() {
      for (const { terminalId } of await db.work(system, lagging)) await push(terminalId)
    },
  }
}
export type Shadow = ReturnType<typeof shadow>
