import { expect, test } from 'vitest'
import { found } from './targets.ts'

const targets = [
  { href: '/a', name: 'Lotes', place: 'Produção' },
  { href: '/b', name: 'Movimentos de ração', place: 'Produção' },
  { href: '/c', name: 'Produção' },
  { href: '/d', name: 'Quinta do Paul', place: 'Lezíria Aves' },
]
const hrefs = (typed: string) => found(targets, typed).map(one => one.href)

test('ignores accents and case, sorts names before places', () => {
  expect(hrefs('producao')).toEqual(['/c', '/a', '/b'])
  expect(hrefs('PAUL lez')).toEqual(['/d'])
})
test('appends server results in the order of the server', () => {
  const places = [
    { href: '/1', name: 'Barn 5', place: 'Aves › Farm 1250', isFound: true },
    { href: '/2', name: 'A subbarn 5', place: 'Produção', isFound: true },
  ]
  const all = (typed: string) => found([...targets, ...places], typed).map(one => one.href)
  expect(all('farm 1250 | barn 5')).toEqual(['/1', '/2'])
  expect(all('producao')).toEqual(['/c', '/a', '/b', '/1', '/2'])
  expect(found(targets, 'Quinta do Paul | lez').map(one => one.href)).toEqual(['/d'])
})
test('matches every word by its prefix', () => {
  expect(hrefs('mov rac')).toEqual(['/b'])
  expect(hrefs('ovimentos')).toEqual([])
  expect(hrefs('')).toEqual(['/a', '/b', '/c', '/d'])
})
