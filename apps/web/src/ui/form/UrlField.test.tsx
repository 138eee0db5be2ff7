import { translators } from '@steading/locales/text'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextProvider } from '../../platform/texts.tsx'
import { Entries } from './Entries.tsx'
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

test('a web address to look at opens in a new tab that knows nothing of this one', () => {
  expect(shown('https://example.com/a')).toContain('<a href="https://example.com/a" target="_blank" rel="noopener">')
})

test('an address that leads elsewhere than to the web is no link', () => {
  expect(shown('javascript:alert(1)')).not.toContain('<a')
})
