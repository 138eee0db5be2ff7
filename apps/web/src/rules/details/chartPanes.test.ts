import type { Interface } from '@steading/contract/devices/interfaces'
import { expect, test } from 'vitest'
import { chartPanes } from './chartPanes.ts'

const of = (id: string, category: Interface['category'], unit: string | null, direction: Interface['terminalInterfaceType']) =>
  ({
    id,
    displayName: `name ${id}`,
    category,
    unit,
    decimals: 1,
    terminalInterfaceType: direction,
    terminalInterfaceDataType: unit === null ? 'BOOLEAN' : 'DECIMAL',
  }) as Interface // safe: what panes look at

const word = (_: Interface, value: boolean) => (value ? 'On' : 'Off')
const name = (iface: Interface) => iface.displayName
const limit = { value: 26, words: 'Set point 26', tone: 'ink-3' } as const

test('figures of one unit share a pane, what is measured above what is operated, states below', () => {
  const panes = chartPanes(
    [
      of('1', 'HEATING_RELAY', null, 'IN_OUT'),
      of('2', 'VENTILATION_CONTROL', '%', 'IN_OUT'),
      of('3', 'TEMPERATURE', '°C', 'IN'),
      of('4', 'TEMPERATURE', '°C', 'IN'),
      of('5', 'SET_POINT', '°C', 'OUT'),
    ],
    new Map(),
    new Map([
      ['3', [limit]],
      ['4', [limit]],
    ]),
    word,
    name,
  )
  expect(panes.map(pane => pane.lines.map(line => line.name.slice(5)))).toEqual([['3', '4', '5'], ['2'], ['1']])
  expect(panes[0]?.limits).toEqual([limit])
  expect(panes[2]?.states).toEqual(['Off', 'On'])
  expect(panes[1]).toMatchObject({ min: 0, max: 100 })
})

test('texts are not drawn, and nothing makes no pane', () => {
  const text = { ...of('1', 'TEXT_STATE', '', 'IN'), terminalInterfaceDataType: 'STRING' as const }
  expect(chartPanes([text], new Map(), new Map(), word, name)).toEqual([])
})
