import { translators } from '@steading/locales/text'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { session } from '../../platform/session/session.ts'
import { of as sessionOf } from '../../../test/session.sample.ts'
import { TextProvider } from '../../platform/texts.tsx'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { DayField } from '../../ui/moment/DayField.tsx'
import { emptyValues } from './userForm.ts'
import { NotationEntries } from './UserFields.tsx'

const t = (await translators())['en-US']
const shown = (children: ReactNode) =>
  renderToStaticMarkup(
    <TextProvider first={t}>
      <Entries mode="view">{children}</Entries>
    </TextProvider>,
  )

afterEach(() => session.end(false))

test('shows each format by an example, and which one is by language', () => {
  const values = { ...emptyValues(null, 'de-DE', 'UTC'), dateFormat: 'MDY_SLASH' as const }
  const text = shown(<NotationEntries form={{ values, errors: {}, setFieldValue: () => undefined }} />)
  expect(text).toContain('By language (1.234,5)')
  expect(text).toContain('05/24/2026')
})

test('applies changed formats of the session without a reload', () => {
  const fields = (
    <>
      <NumberField label="Area" value={1234.5} decimals={1} />
      <DayField label="Day one" value="2026-05-24" onChange={() => undefined} />
    </>
  )
  session.begin({ ...sessionOf('4', 'token'), numberFormat: null, dateFormat: null })
  expect(shown(fields)).toMatch(/1,234\.5.*24-05-2026/)
  session.note({ numberFormat: 'COMMA_DOT', dateFormat: 'YMD_DASH' })
  expect(shown(fields)).toMatch(/1\.234,5.*2026-05-24/)
})
