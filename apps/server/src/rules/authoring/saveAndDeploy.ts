import type { ChangedRule, NewRule, RuleInput } from '@steading/contract/rules/drafts'
import { DEPLOY_REFUSALS } from '@steading/contract/rules/rules'
import type { SavedRule } from '@steading/contract/rules/rules'
import { translatorFor } from '@steading/locales/text'
import type { Actor } from '../../platform/actor.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { orNotFound } from '../../platform/database/unitOfWork.ts'
import { Refused } from '../../platform/failures.ts'
import type { World } from '../../platform/world.ts'
import { auditRefused, requestSingleDeployment, emitChanged } from '../deployment/deploy.ts'
import type { Service } from '../deployment/deploy.ts'
import { addRule, duplicateRule, editInputs, editRule, nameRule, removeRule, restoreVersion } from './edit.ts'
import { details } from '../rules.ts'
import { ruleById } from '../rules.sql.ts'
import type { RuleRow } from '../rules.sql.ts'

type NotDeployed = SavedRule['notDeployed']
interface SaveResult {
  readonly id: string
  readonly notDeployed: NotDeployed
}

/**
 * Saves a rule and requests its deployment in one transaction, so that the saved version is the deployed one. If the request is
 * refused, the rule is saved all the same and keeps its status. Open pages are told of every change.
 */
export function createRuleSaving(world: World, service: Service) {
  const { db } = world

  async function deploy(work: UnitOfWork, id: string, desired: boolean, removeFromGroup = false): Promise<SaveResult> {
    try {
      await requestSingleDeployment(world, service, work, { id, desired, removeFromGroup })
      return { id, notDeployed: null }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // Requests are refused before they write anything.
      await auditRefused(work, orNotFound(await ruleById(work, id)), desired, error.code)
      return { id, notDeployed: DEPLOY_REFUSALS.find(code => code === error.code) ?? null }
    }
  }

  /** `before`: the version before the save; a save without a change is not announced. */
  const announce = (work: UnitOfWork, row: RuleRow, before?: number): RuleRow => {
    if (row.version !== before) emitChanged(world, work, row, row.deployment_status)
    return row
  }

  /** Deploys the new version if requested; a global rule is undeployed otherwise. */
  async function follow(work: UnitOfWork, row: RuleRow, { deployRule, removeFromGroup }: ChangedRule): Promise<SaveResult> {
    if (deployRule) return deploy(work, row.id, true, removeFromGroup)
    return row.terminal_id === null && row.desired
      ? deploy(work, row.id, false, removeFromGroup)
      : { id: row.id, notDeployed: null }
  }

  const announceNew = async (work: UnitOfWork, id: string): Promise<string> =>
    announce(work, orNotFound(await ruleById(work, id))).id

  const add = (actor: Actor, wish: NewRule): Promise<SaveResult> =>
    db.work(actor, async work => {
      const id = await announceNew(work, await addRule(work, wish))
      return wish.deployRule ? deploy(work, id, true) : { id, notDeployed: null }
    })

  const edit = (actor: Actor, id: string, wish: ChangedRule): Promise<SaveResult> =>
    db.work(actor, async work => follow(work, announce(work, await editRule(work, id, wish), wish.version), wish))

  /** A change that is deployed on request, and at once if a global rule is in service. */
  const change = (
    actor: Actor,
    { version, deployRule }: { readonly version: number; readonly deployRule: boolean },
    act: (work: UnitOfWork) => Promise<RuleRow>,
  ): Promise<SaveResult> =>
    db.work(actor, async work => {
      const row = announce(work, await act(work), version)
      // The platform runs only the present version of a rule.
      return deployRule || (row.terminal_id === null && row.desired)
        ? deploy(work, row.id, true)
        : { id: row.id, notDeployed: null }
    })

  return {
    add,
    edit,
    duplicate: (actor: Actor, ruleId: string): Promise<SaveResult> =>
      db.work(actor, async work => ({ id: await announceNew(work, await duplicateRule(work, ruleId)), notDeployed: null })),
    rename: async (work: UnitOfWork, { id, version, displayName }: { id: string; version: number; displayName: string }) =>
      announce(work, await nameRule(work, id, version, displayName), version),
    remove: async (work: UnitOfWork, id: string): Promise<void> => void announce(work, await removeRule(work, id)),
    inputs: (actor: Actor, id: string, wish: { version: number; deployRule: boolean; inputs: readonly RuleInput[] }) =>
      change(actor, wish, work => editInputs(work, id, wish.version, wish.inputs)),
    return: (actor: Actor, id: string, ruleVersion: number, wish: { version: number; deployRule: boolean }) =>
      change(actor, wish, work => restoreVersion(work, id, wish.version, ruleVersion)),
    /** The answer to the user who saved the rule. */
    presentSaved: ({ id, notDeployed }: SaveResult, actor: Actor): Promise<SavedRule> =>
      db.work(actor, async work => ({
        rule: await details(work, orNotFound(await ruleById(work, id)), translatorFor(world.texts, actor)),
        notDeployed,
      })),
  }
}
