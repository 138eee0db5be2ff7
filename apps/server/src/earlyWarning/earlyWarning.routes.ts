import { earlyWarning } from '@steading/contract/production/earlyWarning'
import type { Events } from '../events/index.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { answerWarning, presentHouse, presentWarning, scoresSince, switchHouse } from './earlyWarning.ts'
import { searchHouses, warnedBatch, warningOfEvent } from './earlyWarning.sql.ts'

export const earlyWarningSlice = ({ db }: World, events: Pick<Events, 'resolve'>, evaluate: () => void) =>
  slice(earlyWarning, {
    houses: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchHouses(work, query, { ...query, since: scoresSince(work) })
        return { ...page, content: page.content.map(presentHouse) }
      }),
    setHouse: ({ actor, params, body }) =>
      db.work(actor, async work => {
        const switched = await switchHouse(work, params.id, body.enabled)
        work.afterCommit(evaluate)
        return switched
      }),
    ofEvent: ({ actor, params }) =>
      db.work(actor, async work => {
        orNotFound(await warnedBatch(work, params.id))
        const row = await warningOfEvent(work, params.id)
        return { warning: row ? presentWarning(row) : null }
      }),
    answer: ({ actor, params, body }) =>
      db.work(actor, async work => presentWarning(await answerWarning(work, events, params.id, body))),
  })
