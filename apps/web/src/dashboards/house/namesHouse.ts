import type { Widget } from '@steading/contract/widgets/dashboardViews'

/** Whether widgets may name sensors of the house: only then the code that shows a house is loaded. */
export const namesHouse = (widgets: readonly Pick<Widget, 'configs'>[]): boolean =>
  JSON.stringify(widgets.map(({ configs }) => configs)).includes('"house:')
