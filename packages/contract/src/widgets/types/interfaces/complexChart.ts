import { widget } from '../../definition.ts'
import { choice, hours, number, sensorMany, toggle } from '../../fields.ts'
import { title } from '../title.ts'
import { MOST_LINES } from './multiLineChart.ts'

/** Several interfaces over time, as lines, areas, bars or steps, beside an earlier period, with limits and events. */
export const complexChart = widget({
  category: 'INTERFACES',
  size: [5, 3],
  min: [4, 3],
  max: [12, 12],
  fields: {
    interfaceIds: sensorMany('CHARTED', MOST_LINES),
    title,
    hours: hours(),
    chartType: choice(['LINE', 'AREA', 'BAR', 'STEP']),
    /** One axis a unit, in panes of their own, or at the left and the right of one pane. */
    axes: choice(['PANES', 'SHARED']),
    resolution: choice(['AUTO', 'FIVE_MIN', 'HOUR', 'DAY']),
    aggregation: choice(['AVERAGE', 'MIN', 'MAX', 'SUM']),
    comparison: choice(['NONE', 'PERIOD_BEFORE', 'DAY_BEFORE', 'WEEK_BEFORE', 'YEAR_BEFORE']),
    thresholdMin: number({ decimals: 2 }),
    thresholdMax: number({ decimals: 2 }),
    events: toggle(true),
  },
  ranges: [['thresholdMin', 'thresholdMax']],
})
