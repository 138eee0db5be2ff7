import { lazy } from 'react'
import type { WidgetTypeName } from '@steading/contract/widgets'
import type { WidgetView } from './view.ts'

/** Every widget type of the contract with its view: a type without one does not compile. */
export const registry: { readonly [T in WidgetTypeName]: WidgetView<T> } = {
  DIRECT_VALUE: {
    view: lazy(() => import('./directValue.view.tsx')),
    needs: ({ interfaceId }) => ({ interfaceIds: [interfaceId], hours: 6 }),
    flow: 'value',
  },
  GAUGE: {
    view: lazy(() => import('./gauge.view.tsx')),
    needs: ({ interfaceId }) => ({ interfaceIds: [interfaceId], hours: 6 }),
    flow: 'figure',
  },
  SIMPLE_MULTI_LINE_CHART: {
    view: lazy(() => import('./multiLineChart.view.tsx')),
    needs: ({ interfaceIds, hours }) => ({ interfaceIds, hours }),
    flow: 'chart',
  },
  CONTROLLER: {
    view: lazy(() => import('./controller.view.tsx')),
    needs: ({ interfaceId }) => ({ interfaceIds: [interfaceId], hours: 0 }),
    flow: 'control',
  },
}
