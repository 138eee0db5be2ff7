// A box that is not ours: it knows docs/protocol.md and nothing else.
import { spawnSync, spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAs, data, eventually } from './api.ts'
import { aStage } from './stage.ts'
import type { Stage } from './stage.ts'

/** It needs a Python with the MQTT library, which it looks for by itself. */
const isPossible = spawnSync('docs/example-box.sh', ['--check']).status === 0

let stage: Stage
beforeAll(async () => {
  stage = await aStage({ boxes: false })
})
afterAll(() => stage.close())

test.skipIf(!isPossible)(
  'the example of the protocol claims, connects, publishes, and its value shows on a dashboard',
  async () => {
    const { of } = await apiAs(stage.url, 'installer', stage.password)
    const places = data(await of('entities').list({ query: { entityTypeNames: ['FARM'] } }))
    const entityId = places.find(place => place.name === 'Quinta do Paul')!.id
    const { terminal, claim } = data(
      await of('terminals').create({ body: { displayName: 'Example box', entityId, profile: 'FC-SMARTBOX-1' } }),
    )
    const sensor = data(
      await of('interfaces').create({
        body: { displayName: 'Example probe', terminalId: terminal.id, entityId, category: 'TEMPERATURE', address: 'probe' },
      }),
    )
    const dashboard = data(await of('dashboards').create({ body: { displayName: 'Examples' } }))
    data(
      await of('dashboards').addWidget({
        body: { dashboardId: dashboard.id, type: 'DIRECT_VALUE', configs: { interfaceId: sensor.id } },
        files: [],
      }),
    )

    const args = [stage.url, `127.0.0.1:${stage.mqttPort}`, claim.uid, claim.claimCode, '23.4']
    const box = spawn('docs/example-box.sh', args)
    let output = ''
    for (const stream of [box.stdout, box.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const code = await new Promise(resolve => box.on('exit', resolve))
    expect({ code, output }).toMatchObject({ code: 0 })

    const { widgets } = data(await of('dashboards').widgets({ params: { id: dashboard.id } }))
    const ids = Object.values(widgets).map(widget => String(widget.configs.interfaceId))
    const [shown] = await eventually(
      'the value',
      async () => data(await of('readings').last({ query: { interfaceIds: ids } })),
      ([one]) => one?.convertedValue === 23.4,
    )
    expect(shown).toMatchObject({ interfaceId: sensor.id, convertedValue: 23.4, good: true })
    expect(data(await of('terminals').details({ params: { id: terminal.id } })).provisionStatus).toBe('PROVISIONED')
  },
)
