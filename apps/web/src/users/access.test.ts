import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tickOf, turned } from './access.ts'

// farm > barn 1 > room, farm > barn 2
const above: Readonly<Record<string, string>> = { barn1: 'farm', barn2: 'farm', room: 'barn1' }
const parentOf = (id: string) => above[id]
const ids = ['farm', 'barn1', 'barn2', 'room']

test('what is chosen brings what lies below it, and marks what lies above', () => {
  expect(tickOf('barn1', ['barn1'], parentOf)).toEqual({ checked: true, along: false })
  expect(tickOf('room', ['barn1'], parentOf)).toEqual({ checked: true, along: true })
  expect(tickOf('farm', ['room'], parentOf)).toEqual({ checked: 'mixed', along: false })
  expect(tickOf('barn2', ['barn1'], parentOf)).toEqual({ checked: false, along: false })
})

test('a place takes the place of its parts', () => {
  expect(turned('farm', ['room', 'barn2'], parentOf)).toEqual(['farm'])
  expect(turned('barn1', ['barn2', 'room'], parentOf)).toEqual(['barn2', 'barn1'])
  expect(turned('barn2', ['barn2', 'room'], parentOf)).toEqual(['room'])
})

test('after any turns no chosen place lies below another', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ids)), turns => {
      let chosen: readonly string[] = []
      // A box that something above brings along is not turned.
      for (const id of turns) if (!tickOf(id, chosen, parentOf).along) chosen = turned(id, chosen, parentOf)
      for (const id of chosen) expect(tickOf(id, chosen, parentOf).along).toBe(false)
    }),
  )
})

test('parents in a circle come to an end', () => {
  const around: Readonly<Record<string, string>> = { a: 'b', b: 'a' }
  expect(tickOf('top', ['a'], id => around[id])).toEqual({ checked: false, along: false })
})
