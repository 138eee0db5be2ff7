import { widget } from '../../definition.ts'
import { choice, pictures, text } from '../../fields.ts'

/** A picture. */
export const simpleImage = widget({
  category: 'OTHERS',
  size: [2, 2],
  min: [1, 1],
  max: [12, 12],
  fields: { files: pictures(1), description: text(150), fit: choice(['CONTAIN', 'COVER']) },
})
