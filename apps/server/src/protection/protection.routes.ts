import { protection } from '@steading/contract/protection/protection'
import { PDF_TYPE } from '@steading/contract/reports/reports'
import { translatorFor } from '@steading/locales/text'
import { protectionUrl } from '../outbox/index.ts'
import { publicUrl } from '../platform/config/config.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { alarmPlanOf, editPlan } from './plan.ts'
import { planDocument } from './planDocument.ts'
import { addRun, addTest, generatorState, housePaths, presentRun, presentTest, removeRun, removeTest } from './register.ts'
import { searchRuns, searchTests } from './register.sql.ts'
import { writeRegister } from './registerDocument.ts'

export const protectionSlice = ({ db, config, documents, texts }: World) =>
  slice(protection, {
    plan: ({ actor, params }) => db.work(actor, work => alarmPlanOf(work, params.id, config)),
    setPlan: ({ actor, params, body: { content, version } }) =>
      db.work(actor, work => editPlan(work, params.id, content, { version, config })),
    planDocument: async ({ actor, params }) => {
      const t = translatorFor(texts, actor)
      const { plan, createdAt } = await db.work(actor, async work => ({
        plan: await alarmPlanOf(work, params.id, config),
        createdAt: work.now,
      }))
      const { id: entityId, displayName: objectName } = plan.entity
      const content = await documents.write(planDocument(plan, { t, url: protectionUrl(publicUrl(config), entityId), createdAt }))
      await db.work(actor, work =>
        work.audit({ action: 'EXPORT', objectType: 'alarmPlan', objectId: entityId, objectName, entityId, changes: [] }),
      )
      return { name: `${t('protection.plan')} ${objectName.replaceAll(/[|/\\]+/g, '-')}.pdf`, type: PDF_TYPE, content }
    },
    paths: ({ actor, query }) => db.work(actor, work => housePaths(work, query)),
    tests: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchTests(work, query)
        return { ...page, content: page.content.map(presentTest) }
      }),
    addTest: ({ actor, params, body }) => db.work(actor, work => addTest(work, params.id, body)),
    removeTest: ({ actor, params }) =>
      db.work(actor, async work => {
        await removeTest(work, params.id)
        return {}
      }),
    runs: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchRuns(work, query)
        return { ...page, content: page.content.map(presentRun) }
      }),
    generator: ({ actor, params }) => db.work(actor, work => generatorState(work, params.id)),
    addRun: ({ actor, params, body }) => db.work(actor, work => addRun(work, params.id, body)),
    removeRun: ({ actor, params }) =>
      db.work(actor, async work => {
        await removeRun(work, params.id)
        return {}
      }),
    register: ({ actor, params, query }) => writeRegister({ db, documents, texts }, { actor, entityId: params.id, ...query }),
  })
