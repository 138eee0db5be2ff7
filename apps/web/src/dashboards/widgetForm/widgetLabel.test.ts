import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { widgetLabel } from './widgetLabel.ts'

test('a widget without a title is called by its text, else by its type', async () => {
  const t = await translator('en-US')
  expect(widgetLabel({ type: 'TITLE', configs: { text: ' Air ' } }, undefined, t)).toBe('Air')
  expect(widgetLabel({ type: 'STICKY_NOTE', configs: { text: `${'a'.repeat(70)}\nsecond` } }, undefined, t)).toBe('a'.repeat(60))
  expect(widgetLabel({ type: 'MAP', configs: {} }, undefined, t)).toBe('Map')
  expect(widgetLabel({ type: 'GAUGE', configs: { title: 'Heat' } }, undefined, t)).toBe('Heat')
})
