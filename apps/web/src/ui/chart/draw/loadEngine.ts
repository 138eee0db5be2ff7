import { lazyModule } from '../../../platform/modules/lazyModule.ts'

/** The drawing library. */
export const engine = lazyModule(() => import('./engine.ts'))

/** Loads the drawing library ahead, beside the code and the data of a chart. */
export const preloadEngine = (): void => void engine.fetch().catch(() => undefined) // loaded again when the chart is drawn
