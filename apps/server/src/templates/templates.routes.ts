import { RULE_TEMPLATES } from '@steading/contract/rules/ruleTemplates'
import { templates } from '@steading/contract/rules/templates'
import { engineWords } from '@steading/locales/templates'
import { translators } from '@steading/locales/text'
import { isEntityInReach } from '../entities/index.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import { NotFound } from '../platform/failures.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { categories, createTemplate, editTemplate, present, presentDetails, rawOf, removeTemplate } from './templates.ts'
import type { EngineNames } from './templates.sql.ts'
import { searchTemplates, templateById, templatesFor } from './templates.sql.ts'

export const templatesSlice = ({ db }: World) =>
  slice(templates, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const t = (await translators())[actor.language]
        const names = Object.fromEntries(RULE_TEMPLATES.map(engine => [engine, t(engineWords[engine])])) as EngineNames // safe: one each
        const page = await searchTemplates(work, query, actor.language, names)
        return { ...page, content: page.content.map(present) }
      }),
    categories: async () => [...categories],
    list: ({ actor, query }) =>
      db.work(actor, async work => {
        if (!(await isEntityInReach(work, query.entityId))) throw new NotFound()
        return (await work.withSystemScope(systemWork => templatesFor(systemWork, query.entityId))).map(present)
      }),
    details: ({ actor, params }) => db.work(actor, async work => presentDetails(orNotFound(await templateById(work, params.id)))),
    raw: ({ actor, params }) => db.work(actor, async work => rawOf(orNotFound(await templateById(work, params.id)))),
    create: ({ actor, body: { entityId, ...wish } }) =>
      db.work(actor, async work => presentDetails(await createTemplate(work, entityId, wish))),
    edit: ({ actor, params, body: { version, ...wish } }) =>
      db.work(actor, async work => presentDetails(await editTemplate(work, params.id, version, wish))),
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        await removeTemplate(work, params.id)
        return {}
      }),
  })
