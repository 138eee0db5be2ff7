import type { RuleRun } from '@steading/contract/rules/ledger'
import { ledger } from '@steading/contract/rules/ledger'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { eventOf, presentInputs, kindsFor, createRuleSaving, visibleRule } from '../rules/index.ts'
import type { Service } from '../rules/index.ts'
import { lastRuns, searchRuns, searchVersions } from './ledger.sql.ts'
import type { RunRow } from './ledger.sql.ts'

const present = ({ ruleId, ruleName, ruleVersion, terminalId, terminalName, from, until }: RunRow): RuleRun => ({
  rule: { id: ruleId, displayName: ruleName },
  ruleVersion,
  terminal: terminalId === null ? null : { id: terminalId, displayName: terminalName ?? '' },
  fromUtc: from.toISOString(),
  untilUtc: until?.toISOString() ?? null,
})

export const ledgerSlice = (world: World, service: Service) => {
  const { db } = world
  const save = createRuleSaving(world, service)
  return slice(ledger, {
    search: ({ actor, params, query }) =>
      db.work(actor, async work => {
        await visibleRule(work, params.id)
        const page = await searchVersions(work, query, params.id)
        const runs = new Map(
          (await lastRuns(work, params.id, kindsFor(actor))).map(lastRun => [lastRun.ruleVersion, present(lastRun)]),
        )
        return {
          ...page,
          content: page.content.map(row => {
            const { ruleVersion, displayName, autoClose, savedBy, savedAt, returnedTo } = row
            const run = runs.get(ruleVersion)
            return {
              ruleVersion,
              displayName,
              autoClose,
              savedBy,
              returnedTo,
              savedUtc: savedAt.toISOString(),
              inputs: presentInputs(row, work.now.getTime()),
              eventConfiguration: eventOf(row),
              lastRun: run ? { terminal: run.terminal, fromUtc: run.fromUtc, untilUtc: run.untilUtc } : null,
            }
          }),
        }
      }),
    runs: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchRuns(work, query, { ...query, kinds: kindsFor(actor) })
        return { ...page, content: page.content.map(present) }
      }),
    return: async ({ actor, params, body }) =>
      save.presentSaved(await save.return(actor, params.id, params.ruleVersion, body), actor),
  })
}
