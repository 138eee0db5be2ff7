import { expect, test } from 'vitest'
import { found } from './targets.ts'

const targets = [
  { href: '/a', name: 'Lotes', place: 'Produção' },
  { href: '/b', name: 'Movimentos de ração', place: 'Produção' },
  { href: '/c', name: 'Produção' },
  { href: '/d', name: 'Quinta do Paul', place: 'Lezíria Aves' },
]
const hrefs = (typed: string) => found(targets, typed).map(one => one.href)

test('accents and case do not matter, names come before places', () => {
  expect(hrefs('producao')).toEqual(['/c', '/a', '/b'])
  expect(hrefs('PAUL lez')).toEqual(['/d'])
})
test('every word must fit, from its beginning', () => {
  expect(hrefs('mov rac')).toEqual(['/b'])
  expect(hrefs('ovimentos')).toEqual([])
  expect(hrefs('')).toEqual(['/a', '/b', '/c', '/d'])
})
