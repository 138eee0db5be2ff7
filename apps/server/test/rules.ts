import type { CategoryId } from '@steading/contract/devices/categories'
import type { AnyRuleEffect } from '@steading/contract/box/messages'
import { createInterface } from '../src/interfaces/index.ts'
import { createRule } from '../src/rules/index.ts'
import type { NewRule } from '../src/rules/index.ts'
import { aTerminal } from './box.ts'
import type { Farm } from './farm.ts'

export const anInterface = (
  farm: Farm,
  terminalId: string,
  where: string,
  category: CategoryId,
  displayName: string,
  address = displayName,
) =>
  farm.world.db.work(farm.system, work =>
    createInterface(work, farm.app.services.devices, {
      terminalId,
      entityId: farm.at[where]!,
      displayName,
      category,
      address,
    }),
  )

export const aRule = (farm: Farm, rule: NewRule) => farm.world.db.work(farm.system, work => createRule(work, rule))

export const tooHot = (interfaceId: string, line: Record<string, unknown> = {}) => ({
  template: 'ALARM_WITHOUT_ACTUATION' as const,
  inputs: {
    lines: [{ interfaceId, logicOperator: 'GREATER', inputValue: 30, permanenceTime: '00:10', repetitionTime: '00:30', ...line }],
  },
  event: { title: 'Too hot', description: 'Open the inlets', severityLevel: 'CRITICAL', category: 'CLIMATE' },
})

/** A terminal of a farm that can be told to run rules, with a thermometer, a fan and a heater in its house. */
export async function aHouse(farm: Farm, where = 'Paul', house = 'House 1') {
  const { id: terminalId, uid } = await aTerminal(farm, where)
  const temperature = await anInterface(farm, terminalId, house, 'TEMPERATURE', 'Temperature north')
  const fan = await anInterface(farm, terminalId, house, 'FAN_RELAY', 'Fan')
  const ventilation = await anInterface(farm, terminalId, house, 'VENTILATION_CONTROL', 'Ventilation')
  return { terminalId, uid, temperature, fan, ventilation, entityId: farm.at[where]!, sectorId: farm.at[house]! }
}
export type House = Awaited<ReturnType<typeof aHouse>>

/** As the devices slice leaves a terminal whose box is there. */
export const connect = (
  farm: Farm,
  terminalId: string,
  connected = true,
  provisioned: 'PROVISIONED' | 'UPDATING' | 'NOT_PROVISIONED' = 'PROVISIONED',
) =>
  farm.world.db.work(farm.system, async work => {
    await work.sql.updateTable('terminals').set({ provision_status: provisioned }).where('id', '=', terminalId).execute()
    await work.sql
      .insertInto('terminal_links')
      .values({ terminal_id: terminalId, connected })
      .onConflict(conflict => conflict.column('terminal_id').doUpdateSet({ connected }))
      .execute()
  })

let seq = 0

/** What the rule of a box did, as its box sends it, through the journal; resolves when it is stored. */
export const boxDid = (
  farm: Farm,
  terminalId: string,
  effects: readonly (readonly [ts: number, doing: Omit<AnyRuleEffect, 'ver'>])[],
  { late = false, ver = 1 } = {},
) => {
  const first = (seq += effects.length) - effects.length + 1
  return farm.app.services.journal.store({
    terminalId,
    receivedAt: farm.world.clock.now(),
    data: {
      v: 1,
      e: 1,
      s: first,
      t: 0,
      q: 1,
      h: late ? 1 : 0,
      r: [],
      x: effects.map(([ts, doing], position) => [position, ts, { ver, ...doing } as AnyRuleEffect] as const), // safe: an index signature lost by Omit
    },
  })
}

/** A revision later than every order of a test: a report of it answers them all. */
export const NEWEST = 1_000_000
