import { widget } from '../../definition.ts'
import { longText } from '../../fields.ts'
import { title } from '../title.ts'

/** A note. */
export const stickyNote = widget({
  category: 'OTHERS',
  size: [2, 1],
  min: [2, 1],
  max: [12, 8],
  isPublic: 'ON_REQUEST',
  fields: { title, text: longText(10_000) },
})
