import { OPERATORS, operatorsOf } from '@steading/contract/rules/operators'
import { NewRule } from '@steading/contract/rules/drafts'
import { ChangedRuleOf, rules } from '@steading/contract/rules/rules'
import { translatorFor } from '@steading/locales/text'
import { isEntityInReach } from '../entities/index.ts'
import { NotFound } from '../platform/failures.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { eachOf } from './authoring/bulk.ts'
import { cancelRequest, requestDeployment, requestDeployments } from './deployment/deploy.ts'
import type { Service } from './deployment/deploy.ts'
import { findConflicts, undeployPreview } from './deployment/deploymentPreview.ts'
import { rulesThatName } from './authoring/recipients.sql.ts'
import { countsOf, details, kindsFor, present, rolesFrom, visible } from './rules.ts'
import { countRules, placesWithRules, rolesOf, ruleById, ruleEvenDeleted, searchRules } from './rules.sql.ts'
import { createRuleSaving } from './authoring/saveAndDeploy.ts'

export const rulesSlice = (world: World, service: Service) => {
  const { db, texts } = world
  const save = createRuleSaving(world, service)
  return slice(rules, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchRules(work, query, { ...query, kinds: kindsFor(actor, query.kind) })
        return { ...page, content: page.content.map(row => present(work, row, translatorFor(texts, actor))) }
      }),
    count: ({ actor, query }) =>
      db.work(actor, async work => countsOf(await countRules(work, { ...query, kinds: kindsFor(actor, query.kind) }))),
    countReceiptUser: ({ actor, query }) => db.work(actor, work => rulesThatName(work, query.userId)),
    ofInterface: ({ actor, params, query }) =>
      db.work(actor, async work => {
        const page = await searchRules(work, query, { kinds: kindsFor(actor), interfaceId: params.id })
        const ids = page.content.map(row => row.id)
        const roles = rolesFrom(await rolesOf(work, ids, params.id))
        return {
          ...page,
          content: page.content.map(row => ({ ...present(work, row, translatorFor(texts, actor)), roles: roles(row.id) })),
        }
      }),
    logicOperations: async ({ query }) =>
      operatorsOf(query.dataType).map(operator => ({ logicOperator: operator, templateOperator: OPERATORS[operator] })),
    farmAndSectorFilter: ({ actor, params }) =>
      db.work(actor, async work => {
        if (!(await isEntityInReach(work, params.id))) throw new NotFound()
        const found = await placesWithRules(work, params.id, kindsFor(actor))
        return found.map(({ farm, sectors }) => ({ ...farm, sectors }))
      }),
    details: ({ actor, params }) =>
      db.work(actor, async work =>
        details(work, visible(actor, await ruleEvenDeleted(work, params.id)), translatorFor(texts, actor)),
      ),
    create: async ({ actor, body }) => save.presentSaved(await save.add(actor, body), actor),
    leaving: ({ actor, query }) =>
      db.work(actor, async work => {
        for (const id of query.ids) visible(actor, await ruleById(work, id))
        return undeployPreview(work, query.ids)
      }),
    conflicts: ({ actor, query }) => db.work(actor, work => findConflicts(work, query.ids)),
    duplicate: async ({ actor, body }) => (await save.presentSaved(await save.duplicate(actor, body.ruleId), actor)).rule,
    createMany: ({ actor, body }) => eachOf(world, actor, body.rules, NewRule, wish => save.add(actor, wish)),
    editMany: ({ actor, body }) =>
      eachOf(world, actor, body.rules, ChangedRuleOf, ({ id, ...wish }) => save.edit(actor, id, wish)),
    rename: ({ actor, body }) =>
      db.work(actor, async work => present(work, await save.rename(work, body), translatorFor(texts, actor))),
    edit: async ({ actor, params, body }) => save.presentSaved(await save.edit(actor, params.id, body), actor),
    editInputs: async ({ actor, params, body }) => save.presentSaved(await save.inputs(actor, params.id, body), actor),
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        await save.remove(work, params.id)
        return {}
      }),
    deploy: ({ actor, body }) => requestDeployments(world, service, actor, body, true),
    undeploy: ({ actor, body }) => requestDeployments(world, service, actor, body, false),
    cancel: ({ actor, params }) =>
      db.work(actor, async work =>
        present(work, await cancelRequest(world, service, work, params.id), translatorFor(texts, actor)),
      ),
    undeployOne: ({ actor, params }) =>
      db.work(actor, async work =>
        present(work, await requestDeployment(world, service, work, params.id, false), translatorFor(texts, actor)),
      ),
  })
}
