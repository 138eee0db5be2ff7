import type { ChangedRule, NewRule, RuleInput } from '@steading/contract/rule-drafts'
import { DEPLOY_REFUSALS } from '@steading/contract/rules'
import type { SavedRule } from '@steading/contract/rules'
import type { Actor } from '../platform/actor.ts'
import type { Work } from '../platform/database/work.ts'
import { found } from '../platform/database/work.ts'
import type { World } from '../platform/world.ts'
import { orderAll } from './deploy.ts'
import type { Service } from './deploy.ts'
import { addRule, editInputs, editRule, returnTo } from './edit.ts'
import { details } from './rules.ts'
import { ruleById } from './rules.sql.ts'
import type { RuleRow } from './rules.sql.ts'

type NotDeployed = SavedRule['notDeployed']
interface Kept {
  readonly id: string
  readonly notDeployed: NotDeployed
}

/** Saving, and then the order that goes with it: refused the order, the rule is saved all the same and keeps its status. */
export function saving(world: World, service: Service) {
  const { db } = world

  async function deploy(actor: Actor, id: string, wanted: boolean, removeFromGroup = false): Promise<Kept> {
    const [result] = await orderAll(world, service, actor, { ids: [id], removeFromGroup }, wanted)
    return { id, notDeployed: DEPLOY_REFUSALS.find(code => code === result?.deferredStatus) ?? null }
  }

  /** What is in service and is said to be so, gets the new version; a global rule follows the choice both ways. */
  async function follow(actor: Actor, row: RuleRow, { deployRule, removeFromGroup }: ChangedRule): Promise<Kept> {
    if (deployRule) return deploy(actor, row.id, true, removeFromGroup)
    return row.terminal_id === null && row.wanted
      ? deploy(actor, row.id, false, removeFromGroup)
      : { id: row.id, notDeployed: null }
  }

  const add = async (actor: Actor, wish: NewRule): Promise<Kept> => {
    const id = await db.work(actor, work => addRule(work, wish))
    return wish.deployRule ? deploy(actor, id, true) : { id, notDeployed: null }
  }

  const edit = async (actor: Actor, id: string, wish: ChangedRule): Promise<Kept> => {
    const row = await db.work(actor, work => editRule(work, id, wish))
    return follow(actor, row, wish)
  }

  /** A change that leaves it to the rule whether it is in service. */
  const change = async (actor: Actor, deployRule: boolean, act: (work: Work) => Promise<RuleRow>): Promise<Kept> => {
    const row = await db.work(actor, act)
    // What the platform evaluates runs in its present version alone.
    return deployRule || (row.terminal_id === null && row.wanted)
      ? deploy(actor, row.id, true)
      : { id: row.id, notDeployed: null }
  }

  return {
    add,
    edit,
    inputs: (actor: Actor, id: string, wish: { version: number; deployRule: boolean; inputs: readonly RuleInput[] }) =>
      change(actor, wish.deployRule, work => editInputs(work, id, wish.version, wish.inputs)),
    return: (actor: Actor, id: string, ruleVersion: number, wish: { version: number; deployRule: boolean }) =>
      change(actor, wish.deployRule, work => returnTo(work, id, wish.version, ruleVersion)),
    /** As it is told to who saved it. */
    told: ({ id, notDeployed }: Kept, actor: Actor): Promise<SavedRule> =>
      db.work(actor, async work => ({
        rule: await details(work, found(await ruleById(work, id)), world.texts[actor.language]),
        notDeployed,
      })),
  }
}
