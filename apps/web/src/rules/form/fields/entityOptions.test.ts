import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { terminalOption, terminalOptions, sectorOptions, retiredTerminalError } from './entityOptions.ts'

const t = await translator('en-US')
const own = { id: '1', displayName: 'QPL-01', timeZone: 'UTC', connected: false }
const box = (id: string, provisionStatus: 'UPDATING' | 'NOT_PROVISIONED' | 'PROVISIONED') => ({
  id,
  displayName: `Box ${id}`,
  provisionStatus,
})

test('a smart box that is not set up is marked and offered last', () => {
  const found = terminalOptions([box('1', 'NOT_PROVISIONED'), box('2', 'PROVISIONED'), box('3', 'UPDATING')], t)
  expect(found.map(item => item.displayName)).toEqual(['Box 2', 'Box 3', 'Box 1 (not set up)'])
})

test('a rule’s own smart box that was retired says so', () => {
  expect(terminalOption({ ...own, retired: true }, t).displayName).toBe('QPL-01 (retired)')
  expect(terminalOption({ ...own, retired: false }, t).displayName).toBe('QPL-01')
})

test('a rule that stays on its retired box cannot be saved, and says so at its box', () => {
  const rule = { terminal: { ...own, retired: true } }
  expect(retiredTerminalError({ terminalId: own.id }, rule, t)).toEqual({
    terminalId: '“QPL-01” was retired. Choose another smart box.',
  })
  expect(retiredTerminalError({ terminalId: '99' }, rule, t)).toEqual({})
  expect(retiredTerminalError({ terminalId: own.id }, { terminal: { ...own, retired: false } }, t)).toEqual({})
  expect(retiredTerminalError({ terminalId: null }, undefined, t)).toEqual({})
})

test('houses that are called alike are told apart by their farm, the others keep their short name', () => {
  const house = (id: string, farm: string, name: string) => ({ id, name, displayName: `${farm} | ${name}` })
  const offered = sectorOptions([
    house('1', 'Quinta do Paul', 'House 1'),
    house('2', 'Vale', 'House 1'),
    house('3', 'Vale', 'House 2'),
  ])
  expect(offered.map(item => item.displayName)).toEqual(['Quinta do Paul | House 1', 'Vale | House 1', 'House 2'])
})
