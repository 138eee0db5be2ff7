import { widgetData } from '@steading/contract/widgets/widgetData'
import type { Configs } from '@steading/contract/widgets/definition'
import { houseSensorsIn, INTERFACE_FIELDS } from '@steading/contract/widgets/houseSensors'
import { WIDGETS } from '@steading/contract/widgets/widgets'
import { isPermitted } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import { Failed, invalid, parseOrFail } from '../platform/failures.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { animalsByWeight, evolutionOfWidget, mortalityByCause } from './batchWidgets.ts'
import { closedInfo } from './closedInfo.ts'
import type { ClosedFigure, InfoQuery } from './closedInfo.ts'
import { configsOf } from './configs.ts'
import { chartWidgetSeries, consumptionOfWidget, milkOfWidget, siloOfWidget } from './interfaceWidgets.ts'
import { widgetById } from '../dashboards/index.ts'

/** What is previewed stands on no dashboard, so it has no house. @throws Failed for the field that names a sensor of the house */
function namedConfigs(configs: Configs): Configs {
  const field = INTERFACE_FIELDS.find(name => houseSensorsIn({ [name]: configs[name] }).length > 0)
  if (field) throw invalid(`configs.${field}`, 'id')
  return configs
}

export const widgetDataSlice = (world: Pick<World, 'db' | 'config' | 'clock'>) => {
  const { db, config } = world
  const info =
    (figure: ClosedFigure) =>
    ({ actor, query }: { readonly actor: Actor; readonly query: InfoQuery }) =>
      closedInfo(world, actor, figure, query)
  return slice(widgetData, {
    series: ({ actor, params, query }) =>
      db.work(actor, async work =>
        chartWidgetSeries(work, config.RETENTION, orNotFound(await widgetById(work, params.id, query.house)), query),
      ),
    consumption: ({ actor, params, query }) =>
      db.work(actor, async work => {
        const configs = configsOf(orNotFound(await widgetById(work, params.id, query.house)), 'CONSUMPTION')
        return consumptionOfWidget(work, config.RETENTION, configs)
      }),
    silo: ({ actor, params, query }) =>
      db.work(actor, async work => {
        const configs = configsOf(orNotFound(await widgetById(work, params.id, query.house)), 'SILO')
        return siloOfWidget(work, config.RETENTION, configs)
      }),
    milk: ({ actor, params, query }) =>
      db.work(actor, async work => {
        const configs = configsOf(orNotFound(await widgetById(work, params.id, query.house)), 'MILK')
        return milkOfWidget(work, config.RETENTION, configs)
      }),
    batchEvolution: async ({ actor, params }) => {
      const widget = await db.work(actor, async work => orNotFound(await widgetById(work, params.id)))
      return evolutionOfWidget(world, actor, configsOf(widget, 'BATCH_KPI_EVOLUTION'))
    },
    preview: async ({ actor, body }) => {
      switch (body.type) {
        case 'CONSUMPTION': {
          const configs = parseOrFail(WIDGETS.CONSUMPTION.schema, namedConfigs(body.configs), 'configs')
          return { consumption: await db.work(actor, work => consumptionOfWidget(work, config.RETENTION, configs)) }
        }
        case 'SILO': {
          const configs = parseOrFail(WIDGETS.SILO.schema, namedConfigs(body.configs), 'configs')
          return { silo: await db.work(actor, work => siloOfWidget(work, config.RETENTION, configs)) }
        }
        case 'MILK': {
          const configs = parseOrFail(WIDGETS.MILK.schema, namedConfigs(body.configs), 'configs')
          return { milk: await db.work(actor, work => milkOfWidget(work, config.RETENTION, configs)) }
        }
        case 'BATCH_KPI_EVOLUTION': {
          if (!isPermitted(actor, 'batches.read')) throw new Failed('NOT_ALLOWED')
          const configs = parseOrFail(WIDGETS.BATCH_KPI_EVOLUTION.schema, namedConfigs(body.configs), 'configs')
          return { batchEvolution: await evolutionOfWidget(world, actor, configs) }
        }
      }
    },
    mortalityByCause: ({ actor, query }) => db.work(actor, work => mortalityByCause(work, query.entityIds)),
    animalsByWeight: ({ actor, query }) => db.work(actor, work => animalsByWeight(work, query.entityIds)),
    averageDailyGain: info('AVERAGE_DAILY_GAIN'),
    conversionIndex: info('CONVERSION_INDEX'),
    averageWeight: info('AVERAGE_WEIGHT_ANIMALS_EXISTS'),
    mortality: info('MORTALITY'),
  })
}
