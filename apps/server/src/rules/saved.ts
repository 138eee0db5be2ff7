import type { ChangedRule, NewRule, RuleInput } from '@steading/contract/rule-drafts'
import { DEPLOY_REFUSALS } from '@steading/contract/rules'
import type { DeploymentStatus, SavedRule } from '@steading/contract/rules'
import { translatorFor } from '@steading/locales/text'
import type { Actor } from '../platform/actor.ts'
import type { Work } from '../platform/database/work.ts'
import { found } from '../platform/database/work.ts'
import { Refused } from '../platform/failures.ts'
import type { World } from '../platform/world.ts'
import { auditRefused, orderAlone, tellChanged } from './deploy.ts'
import type { Service } from './deploy.ts'
import { addRule, duplicateRule, editInputs, editRule, nameRule, removeRule, returnTo } from './edit.ts'
import { details } from './rules.ts'
import { ruleById } from './rules.sql.ts'
import type { RuleRow } from './rules.sql.ts'

type NotDeployed = SavedRule['notDeployed']
interface Kept {
  readonly id: string
  readonly notDeployed: NotDeployed
}

/**
 * Saving, and the order that goes with it, in one: what is ordered is what was saved, whoever saves next. Refused the order, the
 * rule is saved all the same and keeps its status. Open pages hear of every change.
 */
export function saving(world: World, service: Service) {
  const { db } = world

  async function deploy(work: Work, id: string, wanted: boolean, removeFromGroup = false): Promise<Kept> {
    try {
      await orderAlone(world, service, work, { id, wanted, removeFromGroup })
      return { id, notDeployed: null }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // It is refused before anything of it is written.
      await auditRefused(work, found(await ruleById(work, id)), wanted, error.code)
      return { id, notDeployed: DEPLOY_REFUSALS.find(code => code === error.code) ?? null }
    }
  }

  /** `before`: its version before the save; one that changed nothing is told to nobody. */
  const changed = (work: Work, row: RuleRow, before?: number): RuleRow => {
    // safe: the column's check
    if (row.version !== before) tellChanged(world, work, row, row.deployment_status as DeploymentStatus)
    return row
  }

  /** What is in service and is said to be so, gets the new version; a global rule follows the choice both ways. */
  async function follow(work: Work, row: RuleRow, { deployRule, removeFromGroup }: ChangedRule): Promise<Kept> {
    if (deployRule) return deploy(work, row.id, true, removeFromGroup)
    return row.terminal_id === null && row.wanted
      ? deploy(work, row.id, false, removeFromGroup)
      : { id: row.id, notDeployed: null }
  }

  const make = async (work: Work, id: string): Promise<string> => changed(work, found(await ruleById(work, id))).id

  const add = (actor: Actor, wish: NewRule): Promise<Kept> =>
    db.work(actor, async work => {
      const id = await make(work, await addRule(work, wish))
      return wish.deployRule ? deploy(work, id, true) : { id, notDeployed: null }
    })

  const edit = (actor: Actor, id: string, wish: ChangedRule): Promise<Kept> =>
    db.work(actor, async work => follow(work, changed(work, await editRule(work, id, wish), wish.version), wish))

  /** A change that leaves it to the rule whether it is in service. */
  const change = (
    actor: Actor,
    { version, deployRule }: { readonly version: number; readonly deployRule: boolean },
    act: (work: Work) => Promise<RuleRow>,
  ): Promise<Kept> =>
    db.work(actor, async work => {
      const row = changed(work, await act(work), version)
      // What the platform evaluates runs in its present version alone.
      return deployRule || (row.terminal_id === null && row.wanted)
        ? deploy(work, row.id, true)
        : { id: row.id, notDeployed: null }
    })

  return {
    add,
    edit,
    duplicate: (actor: Actor, ruleId: string): Promise<Kept> =>
      db.work(actor, async work => ({ id: await make(work, await duplicateRule(work, ruleId)), notDeployed: null })),
    rename: async (work: Work, { id, version, displayName }: { id: string; version: number; displayName: string }) =>
      changed(work, await nameRule(work, id, version, displayName), version),
    remove: async (work: Work, id: string): Promise<void> => void changed(work, await removeRule(work, id)),
    inputs: (actor: Actor, id: string, wish: { version: number; deployRule: boolean; inputs: readonly RuleInput[] }) =>
      change(actor, wish, work => editInputs(work, id, wish.version, wish.inputs)),
    return: (actor: Actor, id: string, ruleVersion: number, wish: { version: number; deployRule: boolean }) =>
      change(actor, wish, work => returnTo(work, id, wish.version, ruleVersion)),
    /** As it is told to who saved it. */
    told: ({ id, notDeployed }: Kept, actor: Actor): Promise<SavedRule> =>
      db.work(actor, async work => ({
        rule: await details(work, found(await ruleById(work, id)), translatorFor(world.texts, actor)),
        notDeployed,
      })),
  }
}
