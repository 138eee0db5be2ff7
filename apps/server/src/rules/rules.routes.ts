import { OPERATORS, operatorsOf } from '@steading/contract/operators'
import { NewRule } from '@steading/contract/rule-drafts'
import { ChangedRuleOf, rules } from '@steading/contract/rules'
import { translatorFor } from '@steading/locales/text'
import { isEntityInReach } from '../entities/index.ts'
import { NotFound } from '../platform/failures.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { eachOf } from './bulk.ts'
import { cancel, order, orderAll } from './deploy.ts'
import type { Service } from './deploy.ts'
import { conflicts, leaving } from './leaving.ts'
import { rulesThatName } from './receivers.sql.ts'
import { countsOf, details, kindsFor, present, rolesFrom, visible } from './rules.ts'
import { countRules, placesWithRules, rolesOf, ruleById, ruleOnce, searchRules } from './rules.sql.ts'
import { saving } from './saved.ts'

export const rulesSlice = (world: World, service: Service) => {
  const { db, texts } = world
  const save = saving(world, service)
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
      operatorsOf(query.dataType).map(one => ({ logicOperator: one, templateOperator: OPERATORS[one] })),
    farmAndSectorFilter: ({ actor, params }) =>
      db.work(actor, async work => {
        if (!(await isEntityInReach(work, params.id))) throw new NotFound()
        const found = await placesWithRules(work, params.id, kindsFor(actor))
        return found.map(({ farm, sectors }) => ({ ...farm, sectors }))
      }),
    details: ({ actor, params }) =>
      db.work(actor, async work => details(work, visible(actor, await ruleOnce(work, params.id)), translatorFor(texts, actor))),
    create: async ({ actor, body }) => save.told(await save.add(actor, body), actor),
    leaving: ({ actor, query }) =>
      db.work(actor, async work => {
        for (const id of query.ids) visible(actor, await ruleById(work, id))
        return leaving(work, query.ids)
      }),
    conflicts: ({ actor, query }) => db.work(actor, work => conflicts(work, query.ids)),
    duplicate: async ({ actor, body }) => (await save.told(await save.duplicate(actor, body.ruleId), actor)).rule,
    createMany: ({ actor, body }) => eachOf(world, actor, body.rules, NewRule, wish => save.add(actor, wish)),
    editMany: ({ actor, body }) =>
      eachOf(world, actor, body.rules, ChangedRuleOf, ({ id, ...wish }) => save.edit(actor, id, wish)),
    rename: ({ actor, body }) =>
      db.work(actor, async work => present(work, await save.rename(work, body), translatorFor(texts, actor))),
    edit: async ({ actor, params, body }) => save.told(await save.edit(actor, params.id, body), actor),
    editInputs: async ({ actor, params, body }) => save.told(await save.inputs(actor, params.id, body), actor),
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        await save.remove(work, params.id)
        return {}
      }),
    deploy: ({ actor, body }) => orderAll(world, service, actor, body, true),
    undeploy: ({ actor, body }) => orderAll(world, service, actor, body, false),
    cancel: ({ actor, params }) =>
      db.work(actor, async work => present(work, await cancel(world, service, work, params.id), translatorFor(texts, actor))),
    undeployOne: ({ actor, params }) =>
      db.work(actor, async work =>
        present(work, await order(world, service, work, params.id, false), translatorFor(texts, actor)),
      ),
  })
}
