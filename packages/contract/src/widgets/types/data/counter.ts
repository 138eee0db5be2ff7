import { EVENT_STATUSES, SEVERITIES } from '../../../events/kinds.ts'
import { DEPLOYMENT_STATUSES } from '../../../rules/deploymentStatus.ts'
import { widget } from '../../definition.ts'
import { choice, choices, entityMany } from '../../fields.ts'
import { title } from '../title.ts'

/** How many events or rules there are; leads to their list. */
export const counter = widget({
  category: 'DATA',
  size: [2, 2],
  min: [2, 1],
  max: [6, 4],
  fields: {
    title,
    type: choice(['EVENTS', 'RULES']),
    entityIds: entityMany(),
    status: choice(EVENT_STATUSES, { onlyIf: { type: ['EVENTS'] } }),
    severity: choices(SEVERITIES, { onlyIf: { type: ['EVENTS'] } }),
    deploymentStatus: choices(DEPLOYMENT_STATUSES, { onlyIf: { type: ['RULES'] } }),
  },
})
