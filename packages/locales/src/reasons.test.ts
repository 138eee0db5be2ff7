import { QUARANTINE_REASONS } from '@steading/contract/devices/terminals'
import { expect, test } from 'vitest'
import { quarantineWords } from './reasons.ts'
import { translators } from './text.ts'

test('every reason of the quarantine has a text of its own in every language', async () => {
  for (const t of Object.values(await translators())) {
    const texts = QUARANTINE_REASONS.map(code => t(quarantineWords[code]))
    expect(new Set(texts).size).toBe(QUARANTINE_REASONS.length)
  }
})
