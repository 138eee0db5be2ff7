import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { textOfChosen } from '../ui/list/filter/choices.ts'
import { speciesOptions } from './species.ts'

test('a chip says a kind of animals without the dash that sets it below its species', async () => {
  const options = speciesOptions(await translator('en-US'))
  expect(options.find(({ value }) => value === 'BROILER')?.label).toBe('– Broilers')
  expect(textOfChosen(options, ['BROILER'])).toBe('Broilers')
})
