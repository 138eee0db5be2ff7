import { widget } from '../../definition.ts'
import { choice, optionalEntity, text } from '../../fields.ts'
import { title } from '../title.ts'

/** A list of the platform in a small form: its columns, its search, pages of 10. */
export const searchTable = widget({
  category: 'DATA',
  size: [12, 3],
  min: [6, 3],
  max: [12, 12],
  isPublic: 'ON_REQUEST',
  fields: {
    subject: choice(['EVENTS', 'TASKS', 'RULES', 'INTERFACES', 'TERMINALS', 'BATCHES']),
    title,
    entityId: optionalEntity(),
    search: text(150),
    /** Of events: OPEN, PENDING or CLOSED; of batches: OPEN or CLOSED. */
    status: choice(['ALL', 'OPEN', 'PENDING', 'CLOSED'], { onlyIf: { subject: ['EVENTS', 'BATCHES'] } }),
  },
  problems: ({ subject, status }) => (subject === 'BATCHES' && status === 'PENDING' ? [['status', 'notListed']] : []),
})
