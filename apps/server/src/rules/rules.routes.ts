import { rules } from '@steading/contract/rules'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { order, orderAll } from './deploy.ts'
import type { Boxes } from './deploy.ts'
import { details, kindsFor, present, visible } from './rules.ts'
import { ruleById, searchRules } from './rules.sql.ts'

export const rulesSlice = (world: World, boxes: Boxes) => {
  const { db, texts } = world
  return slice(rules, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchRules(work, query, { ...query, kinds: kindsFor(actor, query.kind) })
        return { ...page, content: page.content.map(row => present(row, texts[actor.language])) }
      }),
    details: ({ actor, params }) =>
      db.work(actor, async work => details(work, visible(actor, await ruleById(work, params.id)), texts[actor.language])),
    deploy: ({ actor, body }) => orderAll(world, boxes, actor, body.ids, true),
    undeploy: ({ actor, body }) => orderAll(world, boxes, actor, body.ids, false),
    undeployOne: ({ actor, params }) =>
      db.work(actor, async work => present(await order(world, boxes, work, params.id, false), texts[actor.language])),
  })
}
