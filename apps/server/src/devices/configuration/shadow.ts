import { LIMITS, ShadowUp } from '@steading/contract/box/messages'
import type { Hello, RuleReport } from '@steading/contract/box/messages'
import { systemActor } from '../../platform/actor.ts'
import type { Broker } from '../../platform/broker/broker.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { World } from '../../platform/world.ts'
import { Refused } from '../../platform/failures.ts'
import { bodyParts, buildConfiguration, documentParts, ConfigurationTooLarge } from './configuration.ts'
import type { BuiltConfiguration, EventStatuses, RuleBody, ConfigurationInput } from './configuration.ts'
import { recordRegisterBases } from '../../readings/index.ts'
import { raiseRevision, terminalRevisions, setReported } from '../links/links.sql.ts'
import type { Link, Links } from '../links/links.ts'
import { outdatedBoxes, configuredInterfaces } from './shadow.sql.ts'

export type RuleProvider = (work: UnitOfWork, terminalId: string) => Promise<readonly RuleBody[]>
export type EventProvider = (work: UnitOfWork, terminalId: string) => Promise<EventStatuses>

declare module '../../platform/bus.ts' {
  interface Messages {
    /** Configuration that a box runs; published for every report and hello. */
    'terminal.reported': {
      terminalId: string
      rev: number
      rules: Readonly<Record<string, RuleReport>>
      /** A revision that the box refused, and why. */
      bad?: number
      why?: string
      err?: string
    }
    /** The desired configuration exceeds a limit of the box. */
    'terminal.unsendable': { terminalId: string }
  }
}

const system = systemActor('configuration')

/** Device shadow: reconciles the configuration that boxes report with the desired one. */
export function createShadow({ db, bus, log, secrets }: World, links: Links, broker: Broker) {
  let ruleProvider: RuleProvider = () => Promise.resolve([])
  let eventProvider: EventProvider = () => Promise.resolve({})
  /** Terminals whose configuration is being sent; true: it changed again meanwhile. */
  const sending = new Map<string, boolean>()

  const loadContent = async (work: UnitOfWork, terminalId: string) => ({
    interfaces: await configuredInterfaces(work, terminalId),
    rules: await ruleProvider(work, terminalId),
    events: await eventProvider(work, terminalId),
  })

  const loadInput = (terminalId: string): Promise<ConfigurationInput | null> =>
    db.work(system, async work => {
      // Read the revision first: content read later may be newer, and then a newer revision follows.
      const revisions = await terminalRevisions(work, terminalId)
      if (!revisions || revisions.desiredRev === 0 || revisions.desiredRev <= (revisions.badRev ?? 0)) return null
      return { uid: revisions.uid, rev: revisions.desiredRev, ...(await loadContent(work, terminalId)) }
    })

  /** null: there is no desired revision, or it cannot be sent, which raises an alarm. */
  const build = async (terminalId: string): Promise<BuiltConfiguration | null> => {
    const input = await loadInput(terminalId)
    try {
      return input && buildConfiguration(input)
    } catch (error) {
      log.error({ err: error, terminalId }, 'configuration not sent to the box, retrying at the next reconciliation')
      bus.emit('terminal.unsendable', { terminalId })
      return null
    }
  }

  /**
   * Checks the configuration in this transaction, with `rule` added or replaced, against the limits of the box.
   * @throws Refused with the limit that is exceeded
   */
  const checkFits = async (work: UnitOfWork, terminalId: string, rule?: RuleBody): Promise<void> => {
    const { rules, ...content } = await work.withSystemScope(whole => loadContent(whole, terminalId))
    const others = rule ? rules.filter(ruleBody => ruleBody.id !== rule.id) : rules
    try {
      buildConfiguration({ uid: '', rev: LIMITS.index, ...content, rules: rule ? [...others, rule] : rules })
    } catch (error) {
      throw error instanceof ConfigurationTooLarge ? new Refused(error.limit) : error
    }
  }

  /** Sends the document to a connected box. Concurrent requests are coalesced. */
  const push = async (terminalId: string): Promise<void> => {
    const link = links.byTerminal(terminalId)
    if (!link?.connected) return
    if (sending.has(terminalId)) return void sending.set(terminalId, true)
    sending.set(terminalId, false)
    try {
      const built = await build(terminalId)
      if (built) for (const part of documentParts(built, secrets.rulesPrivate)) broker.publish(link.uid, 'dn/shadow', part)
    } catch (error) {
      log.error({ err: error, terminalId }, 'configuration not sent to the box, retrying at the next reconciliation')
    } finally {
      const again = sending.get(terminalId)
      sending.delete(terminalId)
      if (again) void push(terminalId)
    }
  }

  const publishReport = (terminalId: string, { rev, rules, bad, why, err }: ShadowUp) =>
    bus.emit('terminal.reported', {
      terminalId,
      rev,
      rules,
      ...(bad !== undefined && { bad }),
      ...(why !== undefined && { why }),
      ...(err !== undefined && { err }),
    })

  /** Raises the desired revision in this transaction and sends it to the box after the commit. */
  const reviseConfiguration = async (work: UnitOfWork, terminalId: string): Promise<number> => {
    const revision = await raiseRevision(work, terminalId)
    work.afterCommit(() => void push(terminalId))
    return revision
  }

  return {
    reviseConfiguration,
    checkFits,
    setRuleProvider: (provider: RuleProvider) => void (ruleProvider = provider),
    setEventProvider: (provider: EventProvider) => void (eventProvider = provider),

    /** At a hello: publishes the known report, and sends the configuration if the box runs another one. */
    async onHello(link: Link, hello: Hello, { desiredRev, reported }: { desiredRev: number; reported: unknown }) {
      const known = ShadowUp.safeParse(reported)
      const report = known.success && known.data.rev === hello.rev && known.data.hash === hello.hash ? known.data : undefined
      if (report) publishReport(link.terminalId, report)
      if (hello.rev !== desiredRev) return push(link.terminalId)
      if (desiredRev === 0) return
      const built = await build(link.terminalId)
      // Same revision with other content, or without a report: only a newer revision makes the box look again.
      if (built && (built.document.hash !== hello.hash || !report))
        await db.work(system, work => reviseConfiguration(work, link.terminalId))
    },

    async onReport(link: Link, report: ShadowUp) {
      const firstRev = await db.work(system, async work => {
        const rev = await setReported(work, link.terminalId, report)
        await recordRegisterBases(work, bus, link.terminalId)
        return rev
      })
      link.isForeign = report.rev < firstRev
      publishReport(link.terminalId, report)
      if (report.bad !== undefined)
        log.warn(
          { uid: link.uid, rev: report.bad, why: report.err },
          'box refused its configuration, the previous one stays active',
        )
      if (report.want === undefined || report.need === undefined) return
      const built = await build(link.terminalId)
      if (!built) return
      if (built.rev !== report.want) return push(link.terminalId)
      for (const part of bodyParts(built, report.need)) broker.publish(link.uid, 'dn/shadow', part)
    },

    /** Resends configurations that did not arrive. */
    async reconcile() {
      for (const { terminalId } of await db.work(system, outdatedBoxes)) await push(terminalId)
    },
  }
}
export type Shadow = ReturnType<typeof createShadow>
