import { translators } from '@steading/locales/text'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextProvider } from '../../../platform/texts.tsx'
import { Entries } from '../edit/FormFields.tsx'
import { UrlField } from './UrlField.tsx'

const t = (await translators())['en-US']
const shown = (value: string) =>
  renderToStaticMarkup(
    <TextProvider first={t}>
      <Entries mode="view">
        <UrlField label="Page" value={value} />
      </Entries>
    </TextProvider>,
  )

test('opens a web address in a new tab without an opener', () => {
  expect(shown('https://example.com/a')).toContain('<a href="https://example.com/a" target="_blank" rel="noopener">')
})

test('renders no link for an address that is not of the web', () => {
  expect(shown('javascript:alert(1)')).not.toContain('<a')
})
