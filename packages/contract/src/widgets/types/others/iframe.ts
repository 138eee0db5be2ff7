import { widget } from '../../definition.ts'
import { requiredNumber, url } from '../../fields.ts'
import { title } from '../title.ts'

/** Another page within the dashboard. */
export const iframe = widget({
  category: 'OTHERS',
  size: [4, 3],
  min: [3, 2],
  max: [12, 12],
  isPublic: 'ON_REQUEST',
  fields: { title, url: url(), height: requiredNumber({ min: 100, max: 999, fallback: 300 }) },
})
