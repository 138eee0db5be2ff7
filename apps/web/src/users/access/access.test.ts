import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tickOf, toggled } from './access.ts'

// farm > barn 1 > room, farm > barn 2
const above: Readonly<Record<string, string>> = { barn1: 'farm', barn2: 'farm', room: 'barn1' }
const parentOf = (id: string) => above[id]
const ids = ['farm', 'barn1', 'barn2', 'room']

test('checks descendants of a chosen entity and marks its ancestors', () => {
  expect(tickOf('barn1', ['barn1'], parentOf)).toEqual({ checked: true, isInherited: false })
  expect(tickOf('room', ['barn1'], parentOf)).toEqual({ checked: true, isInherited: true })
  expect(tickOf('farm', ['room'], parentOf)).toEqual({ checked: 'mixed', isInherited: false })
  expect(tickOf('barn2', ['barn1'], parentOf)).toEqual({ checked: false, isInherited: false })
})

test('replaces chosen descendants by their ancestor', () => {
  expect(toggled('farm', ['room', 'barn2'], parentOf)).toEqual(['farm'])
  expect(toggled('barn1', ['barn2', 'room'], parentOf)).toEqual(['barn2', 'barn1'])
  expect(toggled('barn2', ['barn2', 'room'], parentOf)).toEqual(['room'])
})

test('never keeps a chosen entity below another', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ids)), turns => {
      let chosen: readonly string[] = []
      // A box that something above brings along is not turned.
      for (const id of turns) if (!tickOf(id, chosen, parentOf).isInherited) chosen = toggled(id, chosen, parentOf)
      for (const id of chosen) expect(tickOf(id, chosen, parentOf).isInherited).toBe(false)
    }),
  )
})

test('terminates on a cycle of parents', () => {
  const around: Readonly<Record<string, string>> = { a: 'b', b: 'a' }
  expect(tickOf('top', ['a'], id => around[id])).toEqual({ checked: false, isInherited: false })
})
