import { translators } from '@steading/locales/text'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextProvider } from '../../../platform/texts.tsx'
import { CheckGroup } from './CheckGroup.tsx'

const t = (await translators())['en-US']

const options = [
  { value: 'a', label: 'Probe A' },
  { value: 'b', label: 'Probe B' },
]
const group = (more: { min?: number; max?: number; tried?: boolean }) =>
  renderToStaticMarkup(
    <TextProvider first={t}>
      <CheckGroup label="Sensors" options={options} value={[]} {...more} />
    </TextProvider>,
  )

test('links the error of a group with too few checked boxes to the boxes', () => {
  expect(group({ min: 2 })).not.toContain('role="alert"')
  const html = group({ min: 2, tried: true })
  const id = /aria-describedby="([^"]+)"/.exec(html)?.[1]
  expect(html).toContain(`id="${id}"`)
  expect(html).toContain('Sensors: select at least 2 options.')
  expect(html.match(/aria-invalid="true"/g)).toHaveLength(2)
})

test('shows its maximum, and radio buttons if exactly one is chosen', () => {
  expect(group({ max: 8 })).toContain('Sensors (max 8)')
  expect(group({ min: 1, max: 1 }).match(/type="radio"/g)).toHaveLength(2)
})
