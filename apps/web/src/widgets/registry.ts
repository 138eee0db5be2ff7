import type { WidgetTypeName } from '@steading/contract/widgets/widgets'
import { preloadEngine } from '../ui/chart/draw/loadEngine.ts'
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'
import type { WidgetView } from './view.ts'

/** A view that draws by the chart library, which loads beside it. */
const chartView: typeof lazyComponent = load =>
  lazyComponent(() => {
    preloadEngine()
    return load()
  })
const nothing = () => ({ interfaceIds: [], hours: 0 })

/** Every widget type of the contract with its view: a type without one does not compile. */
export const registry: { readonly [T in WidgetTypeName]: WidgetView<T> } = {
  DIRECT_VALUE: {
    view: lazyComponent(() => import('./directValue/directValue.view.tsx')),
    needs: ({ interfaceId }) => ({ interfaceIds: [interfaceId], hours: 6 }),
    flow: 'value',
  },
  GAUGE: {
    view: lazyComponent(() => import('./gauge/gauge.view.tsx')),
    // Its trend is of the last minutes, as they were read.
    needs: ({ interfaceId }) => ({ interfaceIds: [interfaceId], hours: 0.5 }),
    flow: 'figure',
  },
  SIMPLE_MULTI_LINE_CHART: {
    view: chartView(() => import('./multiLineChart/multiLineChart.view.tsx')),
    needs: ({ interfaceIds, hours }) => ({ interfaceIds, hours }),
    flow: 'chart',
  },
  CONTROLLER: {
    view: lazyComponent(() => import('./controller/controller.view.tsx')),
    needs: ({ interfaceId }) => ({ interfaceIds: [interfaceId], hours: 0 }),
    flow: 'control',
  },
  MULTIPLE_INTERFACES: {
    view: lazyComponent(() => import('./multipleInterfaces/multipleInterfaces.view.tsx')),
    needs: ({ interfaceIds }) => ({ interfaceIds, hours: 0 }),
    flow: 'chart',
  },
  COMPLEX_CHART: {
    view: chartView(() => import('./complexChart/complexChart.view.tsx')),
    needs: ({ interfaceIds }) => ({ interfaceIds, hours: 0 }),
    flow: 'chart',
  },
  REGRESSION_CHART: {
    view: chartView(() => import('./regressionChart/regressionChart.view.tsx')),
    needs: ({ x, y }) => ({ interfaceIds: [x, y], hours: 0 }),
    flow: 'chart',
  },
  CONSUMPTION: {
    view: lazyComponent(() => import('./consumption/consumption.view.tsx')),
    needs: nothing,
    flow: 'chart',
  },
  SILO: {
    view: lazyComponent(() => import('./silo/silo.view.tsx')),
    needs: ({ interfaceId }) => ({ interfaceIds: [interfaceId], hours: 0 }),
    flow: 'chart',
  },
  MILK: {
    view: lazyComponent(() => import('./milk/milk.view.tsx')),
    needs: nothing,
    flow: 'chart',
  },
  SCORE_CARD: {
    view: lazyComponent(() => import('./scoreCard/scoreCard.view.tsx')),
    needs: ({ source, interfaceId }) => ({ interfaceIds: source === 'INTERFACE' && interfaceId ? [interfaceId] : [], hours: 0 }),
    flow: 'value',
  },
  COUNTER: {
    view: lazyComponent(() => import('./counter/counter.view.tsx')),
    needs: nothing,
    flow: 'value',
  },
  RULE_GROUPS: {
    view: lazyComponent(() => import('./ruleGroups/ruleGroups.view.tsx')),
    needs: nothing,
    flow: 'chart',
  },
  SIMPLE_SEARCH_TABLE: {
    view: lazyComponent(() => import('./searchTable/searchTable.view.tsx')),
    needs: nothing,
    flow: 'chart',
  },
  MAP: {
    view: lazyComponent(() => import('./map/map.view.tsx')),
    needs: nothing,
    flow: 'chart',
  },
  WEATHER: {
    view: lazyComponent(() => import('./weather/weather.view.tsx')),
    needs: nothing,
    flow: 'chart',
  },
  SIMPLE_BATCH_INFO: {
    view: lazyComponent(() => import('./simpleBatchInfo/simpleBatchInfo.view.tsx')),
    needs: nothing,
    flow: 'value',
  },
  MORTALITY_BY_CAUSE: {
    view: lazyComponent(() => import('./mortalityByCause/mortalityByCause.view.tsx')),
    needs: nothing,
    flow: 'chart',
  },
  ANIMAL_WEIGHT: {
    view: lazyComponent(() => import('./animalWeight/animalWeight.view.tsx')),
    needs: nothing,
    flow: 'chart',
  },
  BATCH_KPI_EVOLUTION: {
    view: lazyComponent(() => import('./batchKpiEvolution/batchKpiEvolution.view.tsx')),
    needs: nothing,
    flow: 'chart',
  },
  TITLE: {
    view: lazyComponent(() => import('./titleWidget/titleWidget.view.tsx')),
    needs: nothing,
    flow: 'chart',
  },
  STICKY_NOTE: {
    view: lazyComponent(() => import('./stickyNote/stickyNote.view.tsx')),
    needs: nothing,
    flow: 'chart',
  },
  SIMPLE_IMAGE: {
    view: lazyComponent(() => import('./simpleImage/simpleImage.view.tsx')),
    needs: nothing,
    flow: 'chart',
  },
  IFRAME: {
    view: lazyComponent(() => import('./iframe/iframe.view.tsx')),
    needs: nothing,
    flow: 'chart',
  },
}
