import { KPI_NAMES } from '../../../production/figures.ts'
import { widget } from '../../definition.ts'
import { choice, number, optionalBatch, optionalEntity, optionalSensor } from '../../fields.ts'
import { title } from '../title.ts'

const ofInterface = { onlyIf: { source: ['INTERFACE'] } }
const ofBatch = { onlyIf: { source: ['BATCH'] } }

/** One figure against a target, and its change to the period before. */
export const scoreCard = widget({
  category: 'DATA',
  size: [3, 1],
  min: [2, 1],
  max: [6, 3],
  fields: {
    title,
    source: choice(['INTERFACE', 'BATCH']),
    interfaceId: optionalSensor('NUMBER', ofInterface),
    aggregate: choice(['AVERAGE', 'MIN', 'MAX', 'SUM'], ofInterface),
    period: choice(['DAY', 'WEEK', 'MONTH'], ofInterface),
    batchId: optionalBatch(ofBatch),
    /** The open batch of a house. */
    entityId: optionalEntity(ofBatch),
    kpi: choice(KPI_NAMES, ofBatch),
    target: number({ decimals: 2 }),
    better: choice(['HIGHER', 'LOWER']),
  },
  problems: ({ source, interfaceId, batchId, entityId }) => {
    if (source === 'INTERFACE') return interfaceId === undefined ? [['interfaceId', 'required']] : []
    return batchId === undefined && entityId === undefined ? [['entityId', 'required']] : []
  },
})
