import type { RuleReport } from '@steading/contract/box'
import { systemActor } from '../platform/actor.ts'
import type { Work } from '../platform/database/work.ts'
import { every } from '../platform/every.ts'
import type { Part, World } from '../platform/world.ts'
import { tellChanged } from './deploy.ts'
import { ANSWER_WITHIN, failed, heard, isPending, retired } from './deployment.ts'
import type { Deployment } from './deployment.ts'
import { faultWording, refusalWording } from './faults.ts'
import { deploymentOf } from './rules.ts'
import { desiredRevision, rulesOfTerminal, setDeployment, unanswered, waitAnew } from './rules.sql.ts'
import type { RuleRow } from './rules.sql.ts'

const system = systemActor('rules')
const LOOK = 10_000

interface Reported {
  readonly terminalId: string
  readonly rev: number
  readonly rules: Readonly<Record<string, RuleReport>>
  readonly bad?: number
  readonly why?: string
  readonly err?: string
}

/** Hears what boxes run, and gives up on answers that do not come. */
export function reports(world: World): Part {
  const { db, bus, clock } = world

  const move = async (work: Work, row: RuleRow, to: Deployment) => {
    const before = deploymentOf(row)
    await setDeployment(work, row, to)
    if (to.status !== before.status || to.runningVersion !== before.runningVersion) tellChanged(world, work, row, to.status)
  }

  const take = ({ terminalId, rev, rules, bad = 0, why, err }: Reported) =>
    db.work(system, async work => {
      const refused = bad > 0 && bad >= (await desiredRevision(work, terminalId))
      for (const row of await rulesOfTerminal(work, terminalId)) {
        const terminal = row.terminalName ?? ''
        const report = rules[row.id]
        const to = heard(deploymentOf(row), report, Math.max(rev, bad), work.now)
        if (refused && isPending(to.status)) await move(work, row, failed(to, refusalWording(terminal, why, err)))
        else await move(work, row, to.message === null ? to : { ...to, wording: await faultWording(work, terminal, report) })
      }
    })

  const giveUp = () =>
    db.work(system, async work => {
      for (const row of await unanswered(work, new Date(clock.now() - ANSWER_WITHIN))) {
        const values = { terminal: row.terminalName ?? '', seconds: ANSWER_WITHIN / 1000 }
        await move(work, row, failed(deploymentOf(row), { key: 'deploy.message.noAnswer', values }))
      }
    })

  const retire = (terminalId: string) =>
    db.work(system, async work => {
      for (const row of await rulesOfTerminal(work, terminalId)) {
        const values = { terminal: row.terminalName ?? '' }
        await move(work, row, retired(deploymentOf(row), { key: 'deploy.message.retired', values }))
      }
    })

  // One box's reports in the order in which they came.
  const turns = new Map<string, Promise<void>>()
  const inTurn = (terminalId: string, act: () => Promise<void>) => {
    const turn = (turns.get(terminalId) ?? Promise.resolve()).catch(() => undefined).then(act)
    turns.set(terminalId, turn)
    return turn.finally(() => turns.get(terminalId) === turn && turns.delete(terminalId))
  }
  bus.on('terminal.reported', 'rules', reported => inTurn(reported.terminalId, () => take(reported)))
  bus.on('terminal.retired', 'rules', ({ terminalId }) => inTurn(terminalId, () => retire(terminalId)))
  bus.on('terminal.presence', 'rules', async ({ terminalId, connected }) => {
    if (connected) await db.work(system, work => waitAnew(work, terminalId))
  })
  return every(world, 'deployments', LOOK, giveUp)
}
