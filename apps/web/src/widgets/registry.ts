import type { WidgetTypeName } from '@steading/contract/widgets'
import { later } from '../ui/later/later.tsx'
import type { WidgetView } from './view.ts'

/** Every widget type of the contract with its view: a type without one does not compile. */
export const registry: { readonly [T in WidgetTypeName]: WidgetView<T> } = {
  DIRECT_VALUE: {
    view: later(() => import('./directValue.view.tsx')),
    needs: ({ interfaceId }) => ({ interfaceIds: [interfaceId], hours: 6 }),
    flow: 'value',
  },
  GAUGE: {
    view: later(() => import('./gauge.view.tsx')),
    // Its trend is of the last minutes, as they were read.
    needs: ({ interfaceId }) => ({ interfaceIds: [interfaceId], hours: 0.5 }),
    flow: 'figure',
  },
  SIMPLE_MULTI_LINE_CHART: {
    view: later(() => import('./multiLineChart.view.tsx')),
    needs: ({ interfaceIds, hours }) => ({ interfaceIds, hours }),
    flow: 'chart',
  },
  CONTROLLER: {
    view: later(() => import('./controller.view.tsx')),
    needs: ({ interfaceId }) => ({ interfaceIds: [interfaceId], hours: 0 }),
    flow: 'control',
  },
}
