import type { RuleReport } from '@steading/contract/box/messages'
import { systemActor } from '../../platform/actor.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { createPeriodicTask } from '../../platform/periodicTask.ts'
import type { Part } from '../../platform/part.ts'
import type { World } from '../../platform/world.ts'
import { emitChanged } from './deploy.ts'
import { ANSWER_TIMEOUT_MS, withError, applyReport, isPending, withoutTerminal } from './deployment.ts'
import type { Deployment } from './deployment.ts'
import { faultWording, refusalWording } from './faultWording.ts'
import { deploymentOf } from '../rules.ts'
import { desiredRevision, rulesOfTerminal, setDeployment, unanswered, restartWaiting } from '../rules.sql.ts'
import type { RuleRow } from '../rules.sql.ts'

const system = systemActor('rules')
const CHECK_INTERVAL_MS = 10_000

interface Reported {
  readonly terminalId: string
  readonly rev: number
  readonly rules: Readonly<Record<string, RuleReport>>
  readonly bad?: number
  readonly why?: string
  readonly err?: string
}

/** Applies the reports of boxes about their rules, and fails requests that were not answered in time. */
export function createReportHandler(world: World): Part {
  const { db, bus, clock } = world

  const updateDeployment = async (work: UnitOfWork, row: RuleRow, to: Deployment) => {
    const before = deploymentOf(row)
    await setDeployment(work, row, to)
    if (to.status !== before.status || to.runningVersion !== before.runningVersion) emitChanged(world, work, row, to.status)
  }

  const applyTerminalReport = ({ terminalId, rev, rules, bad = 0, why, err }: Reported) =>
    db.work(system, async work => {
      const refused = bad > 0 && bad >= (await desiredRevision(work, terminalId))
      for (const row of await rulesOfTerminal(work, terminalId)) {
        const terminal = row.terminalName ?? ''
        const report = rules[row.id]
        const to = applyReport(deploymentOf(row), report, Math.max(rev, bad), work.now)
        if (refused && isPending(to.status)) await updateDeployment(work, row, withError(to, refusalWording(terminal, why, err)))
        else
          await updateDeployment(
            work,
            row,
            to.message === null ? to : { ...to, wording: await faultWording(work, terminal, report) },
          )
      }
    })

  const failUnanswered = () =>
    db.work(system, async work => {
      for (const row of await unanswered(work, new Date(clock.now() - ANSWER_TIMEOUT_MS))) {
        const values = { terminal: row.terminalName ?? '', seconds: ANSWER_TIMEOUT_MS / 1000 }
        await updateDeployment(work, row, withError(deploymentOf(row), { key: 'deploy.message.noAnswer', values }))
      }
    })

  const retire = (terminalId: string) =>
    db.work(system, async work => {
      for (const row of await rulesOfTerminal(work, terminalId)) {
        const values = { terminal: row.terminalName ?? '' }
        await updateDeployment(work, row, withoutTerminal(deploymentOf(row), { key: 'deploy.message.retired', values }))
      }
    })

  // Reports of one box are applied in the order of their arrival.
  const turns = new Map<string, Promise<void>>()
  const inTurn = (terminalId: string, act: () => Promise<void>) => {
    const turn = (turns.get(terminalId) ?? Promise.resolve()).catch(() => undefined).then(act)
    turns.set(terminalId, turn)
    return turn.finally(() => turns.get(terminalId) === turn && turns.delete(terminalId))
  }
  bus.on('terminal.reported', 'rules', reported => inTurn(reported.terminalId, () => applyTerminalReport(reported)))
  bus.on('terminal.retired', 'rules', ({ terminalId }) => inTurn(terminalId, () => retire(terminalId)))
  bus.on('terminal.presence', 'rules', async ({ terminalId, connected }) => {
    if (connected) await db.work(system, work => restartWaiting(work, terminalId))
  })
  return createPeriodicTask(world, 'deployments', CHECK_INTERVAL_MS, failUnanswered)
}
