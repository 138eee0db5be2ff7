export { widgetDataSlice } from './widgetData.routes.ts'

// What public links show.
export { animalsByWeight, evolutionOfWidget, mortalityByCause } from './batchWidgets.ts'
export { configsOf } from './configs.ts'
export { closedInfo } from './closedInfo.ts'
export { chartWidgetSeries, consumptionOfWidget, milkOfWidget, siloOfWidget } from './interfaceWidgets.ts'
