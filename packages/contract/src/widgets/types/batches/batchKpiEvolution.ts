import { widget } from '../../definition.ts'
import { choice, optionalBatch, optionalEntity, toggle } from '../../fields.ts'
import { title } from '../title.ts'

/** Figures of a batch that have a value for each day of age. */
export const EVOLUTION_KPIS = ['AVERAGE_WEIGHT', 'MORTALITY', 'DAILY_FEED', 'DAILY_WATER', 'TOTAL_FEED', 'TOTAL_WATER'] as const

/** A figure of a batch by its age, the curve beside it. */
export const batchKpiEvolution = widget({
  category: 'BATCHES',
  size: [5, 3],
  min: [4, 3],
  max: [12, 12],
  permission: 'batches.read',
  fields: {
    title,
    batchId: optionalBatch(),
    /** The open batch of a house. */
    entityId: optionalEntity(),
    kpi: choice(EVOLUTION_KPIS),
    curve: toggle(true),
  },
  problems: ({ batchId, entityId }) => (batchId === undefined && entityId === undefined ? [['entityId', 'required']] : []),
})
