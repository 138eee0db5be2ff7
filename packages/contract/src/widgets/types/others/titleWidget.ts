import { widget } from '../../definition.ts'
import { choice, requiredText, toggle } from '../../fields.ts'

/** A heading between widgets. */
export const titleWidget = widget({
  category: 'OTHERS',
  size: [2, 1],
  min: [2, 1],
  max: [12, 2],
  fields: { text: requiredText(150), position: choice(['LEFT', 'CENTER', 'RIGHT']), line: toggle(false) },
})
