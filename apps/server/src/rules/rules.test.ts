import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClaimedBox, session } from '../../test/box.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { aHouse, anInterface, aRule, boxDid, connect, NEWEST, tooHot } from '../../test/rules.ts'
import type { House } from '../../test/rules.ts'
import { eventually } from '../../test/smtp.ts'
import { bodyHash } from '../devices/index.ts'
import { desiredRules } from './rules.sql.ts'

let farm: Farm
let house: House
let manager: Api
let time = Date.parse('2026-07-06T10:00:00Z')

beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => time, mono: () => performance.now() } })
  house = await aHouse(farm)
  manager = await farm.as('Aves')
})
afterAll(() => farm.close())

const place = ({ entityId, sectorId, terminalId }: House) => ({ entityId, sectorId, terminalId })
const cooling = (of: House, outputs: readonly string[], displayName = 'Cooling') =>
  aRule(farm, {
    ...place(of),
    displayName,
    template: 'THERMOSTAT',
    inputs: { sensors: [of.temperature], outputs, mode: 'COOL', setPoint: 24 },
  })
/** A house with a rule in it that alone writes a set-point. */
async function aWriter() {
  const of = await aHouse(farm)
  await connect(farm, of.terminalId)
  const setPoint = await anInterface(farm, of.terminalId, 'House 1', 'SET_POINT', 'Setpoint')
  const inputs = { sensors: [of.temperature], outputs: [of.fan], setPointOut: setPoint, mode: 'COOL' }
  const writer = await aRule(farm, { ...place(of), displayName: 'Writer', template: 'THERMOSTAT', inputs })
  return { of, setPoint, writer }
}
const alarm = (of: House, displayName = 'Alarm') => aRule(farm, { ...place(of), displayName, ...tooHot(of.temperature) })
const details = async (id: string, api = manager) => data(await api.rules.details({ params: { id } }))
const report = (
  of: House,
  rules: Record<
    string,
    { ver: number; hash: string; st: 'on' | 'error'; refused?: string; why?: string; of?: string; err?: string }
  >,
  more: object = {},
) => farm.world.bus.emit('terminal.reported', { terminalId: of.terminalId, rev: NEWEST, rules, ...more })
const becomes = (id: string, status: string) =>
  eventually(
    () => details(id),
    found => found.deploymentStatus === status,
  )

describe('a new rule', () => {
  test('gets a complete body from defaults and the interfaces', async () => {
    const id = await alarm(house)
    const found = await details(id)
    expect(found).toMatchObject({
      kind: 'ALARM',
      deploymentStatus: 'UNDEPLOYED',
      ruleVersion: 1,
      runningVersion: null,
      sector: { name: 'House 1' },
      terminal: { id: house.terminalId, timeZone: 'Europe/Lisbon' },
      interfaces: [
        {
          id: house.temperature,
          displayName: 'Temperature north',
          category: 'TEMPERATURE',
          role: 'IN',
          entity: { displayName: 'Paul | House 1' },
        },
      ],
      eventConfiguration: {
        title: 'Too hot',
        category: 'CLIMATE',
        actionConfigurations: [{ type: 'MAIL', notifyResponsible: true }],
      },
    })
    expect(found.body).toMatchObject({
      id,
      version: 1,
      timeZone: 'Europe/Lisbon',
      interfaces: [{ id: house.temperature, dataType: 'DECIMAL', kind: 'GAUGE', every: 60, decimals: 1 }],
      inputs: { lines: [{ logicOperator: 'GREATER', notificationLimit: 3 }], lineLogic: 'ANY' },
      event: { severityLevel: 'CRITICAL', status: 'OPEN', ruleDelay: 0 },
      autoClose: true,
    })
  })

  test('is refused with foreign interfaces, another box or an invalid body', async () => {
    const elsewhere = await aHouse(farm, 'Azinheira', 'Room 1')
    const other = await aHouse(farm)
    const wrong = (interfaceId: string, of: Record<string, unknown> = {}) =>
      aRule(farm, { ...place(house), displayName: 'Wrong', ...tooHot(interfaceId, of) })
    await expect(wrong(elsewhere.temperature)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(wrong(other.temperature)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(wrong('999999')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(wrong(house.temperature, { inputValue: 'warm' })).rejects.toMatchObject({
      fields: [{ field: 'inputs.lines.0.inputValue', code: 'VALUE_NOT_COMPARABLE' }],
    })
    await expect(cooling(house, [house.temperature])).rejects.toMatchObject({ fields: [{ code: 'OUTPUT_NOT_WRITABLE' }] })
    const global = { entityId: house.entityId, displayName: 'Wrong', ...tooHot(elsewhere.temperature) }
    await expect(aRule(farm, global)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(cooling({ ...house, terminalId: '0' }, [house.fan])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const names = data(await manager.rules.search({ query: { search: 'Wrong' } }))
    expect(names.totalElements).toBe(0)
  })

  test('of the platform may span boxes of its farm', async () => {
    const other = await aHouse(farm)
    const id = await aRule(farm, {
      entityId: house.entityId,
      displayName: 'Both',
      ...tooHot(house.temperature),
      inputs: {
        lines: [house.temperature, other.temperature].map(interfaceId => ({
          interfaceId,
          logicOperator: 'GREATER',
          inputValue: 30,
        })),
      },
    })
    const { body, terminal } = await details(id)
    expect(terminal).toBeNull()
    expect(body).toMatchObject({
      interfaces: [
        { id: house.temperature, terminalId: house.terminalId },
        { id: other.temperature, terminalId: other.terminalId },
      ],
    })
  })
})

describe('visibility', () => {
  test('shows the box of a rule to a user who sees its sensors', async () => {
    const own = await aRule(farm, {
      entityId: farm.at['House 1']!,
      terminalId: house.terminalId,
      displayName: 'Below its box',
      template: 'THERMOSTAT',
      inputs: { sensors: [house.temperature], outputs: [house.fan], mode: 'COOL' },
    })
    const below = await farm.as('House 1', ['rules.read'])
    expect((await details(own, below)).terminal).toMatchObject({ id: house.terminalId, displayName: expect.stringMatching(/./) })
    const safe = async () => (await details(own, below)).interfaces.map(({ id, safeValue }) => [id, safeValue])
    expect(await safe()).toEqual([
      [house.temperature, null],
      [house.fan, null],
    ])
    await farm.world.owner.query('update interfaces set safe_value = 0 where id = $1', [house.fan])
    expect((await safe())[1]).toEqual([house.fan, false])
    await farm.world.owner.query('update interfaces set safe_value = null where id = $1', [house.fan])
  })

  test('answers interfaces and events, and filters by event category', async () => {
    const id = await alarm(house, 'Told alarm')
    expect(await details(id)).toMatchObject({
      interfaceIds: [house.temperature],
      eventCategoryList: ['CLIMATE'],
      eventSectorList: [{ id: house.sectorId }],
    })
    const found = async (eventCategory: 'CLIMATE' | 'POWER') =>
      data(await manager.rules.search({ query: { search: 'Told alarm', eventCategory } })).content.map(one => one.id)
    expect([await found('CLIMATE'), await found('POWER')]).toEqual([[id], []])
  })

  test('each permission shows its kind of rules, within the scope only', async () => {
    const control = await cooling(house, [house.fan], 'Seen control')
    const warning = await alarm(house, 'Seen alarm')
    const names = async (api: Api, kind?: 'CONTROL' | 'ALARM') =>
      data(
        await api.rules.search({
          query: { search: 'Seen', sortProperty: 'displayName', sortDirection: 'ASC', ...(kind && { kind }) },
        }),
      ).content.map(one => one.displayName)
    const controls = await farm.as('Paul', ['rules.read'])
    const alarms = await farm.as('House 1', ['rules.alarms'])
    expect(await names(manager)).toEqual(['Seen alarm', 'Seen control'])
    expect(await names(controls)).toEqual(['Seen control'])
    expect(await names(controls, 'ALARM')).toEqual([])
    expect(await names(alarms)).toEqual([])
    expect(await names(await farm.as('Paul', ['rules.alarms']))).toEqual(['Seen alarm'])
    expect(await names(await farm.as('Paul', ['rules.scheduler']))).toEqual([])
    expect(await names(await farm.as('Suínos'))).toEqual([])
    await expect(details(warning, controls)).rejects.toMatchObject({ status: 404 })
    await expect(details(control, await farm.as('Suínos'))).rejects.toMatchObject({ status: 404 })
    const updater = await farm.as('Suínos', ['rules.update', 'rules.read'])
    expect(data(await updater.rules.deploy({ body: { ids: [control] } }))).toEqual([
      { id: control, deferredStatus: 'NOT_FOUND', deploymentStatus: null },
    ])
    expect((await details(control)).deploymentStatus).toBe('UNDEPLOYED')
  })
})

describe('deployment', () => {
  test('a terminal that is not ready refuses with its code', async () => {
    const gone = await aHouse(farm)
    const bare = await aHouse(farm)
    const updating = await aHouse(farm)
    const ready = await aHouse(farm)
    await connect(farm, gone.terminalId, false)
    await connect(farm, bare.terminalId, true, 'NOT_PROVISIONED')
    await connect(farm, updating.terminalId, true, 'UPDATING')
    await connect(farm, ready.terminalId)
    const ids = [await alarm(gone), await alarm(bare), await alarm(updating), await alarm(ready)]
    const answer = data(await manager.rules.deploy({ body: { ids: ['999999', ...ids] } }))
    expect(answer.map(one => one.deferredStatus)).toEqual([
      'NOT_FOUND',
      'TERMINAL_NOT_CONNECTED',
      'TERMINAL_NOT_PROVISIONED',
      'TERMINAL_UPDATING',
      null,
    ])
    expect(answer.map(one => one.deploymentStatus)).toEqual([null, 'UNDEPLOYED', 'UNDEPLOYED', 'UNDEPLOYED', 'PENDING_DEPLOY'])
    const rows = await farm.world.db.work(farm.system, work =>
      work.sql
        .selectFrom('audit')
        .select(['result', 'code'])
        .where('action', '=', 'DEPLOY')
        .where('object_id', 'in', ids)
        .orderBy('id')
        .execute(),
    )
    expect(rows).toEqual([
      { result: 'REFUSED', code: 'TERMINAL_NOT_CONNECTED' },
      { result: 'REFUSED', code: 'TERMINAL_NOT_PROVISIONED' },
      { result: 'REFUSED', code: 'TERMINAL_UPDATING' },
      { result: 'OK', code: null },
    ])
  })

  test('the 129th rule of a box is refused with the reason and keeps its status', { tags: ['nightly'] }, async () => {
    const of = await aHouse(farm)
    await connect(farm, of.terminalId)
    const deployed = { ...place(of), deploy: true, ...tooHot(of.temperature) }
    for (let n = 1; n <= 128; n++) await aRule(farm, { ...deployed, displayName: `Alarm ${n}` })
    const id = await alarm(of, 'Alarm 129')
    expect(data(await manager.rules.deploy({ body: { ids: [id] } }))).toEqual([
      { id, deferredStatus: 'BOX_RULES_FULL', deploymentStatus: 'UNDEPLOYED' },
    ])
    const { version, inputs } = await details(id)
    const saved = await manager.rules.editInputs({ params: { id }, body: { inputs: [inputs[0]!], deployRule: true, version } })
    expect(data(saved)).toMatchObject({ notDeployed: 'BOX_RULES_FULL', rule: { deploymentStatus: 'UNDEPLOYED' } })
  })

  test('accepts one of the control rules requested at once on one output', async () => {
    const of = await aHouse(farm)
    await connect(farm, of.terminalId)
    const ids: string[] = []
    for (let n = 1; n <= 6; n++) ids.push(await cooling(of, [of.fan], `Cooling ${n}`))
    const answers = await Promise.all(ids.map(async id => data(await manager.rules.deploy({ body: { ids: [id] } }))[0]!))
    expect(answers.map(answer => answer.deferredStatus ?? 'accepted').toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'RULE_OUTPUT_IN_USE'),
      'accepted',
    ])
  })

  test('a second control rule on an output is refused and keeps its status', async () => {
    const of = await aHouse(farm)
    await connect(farm, of.terminalId)
    const first = await cooling(of, [of.fan], 'First')
    const second = await cooling(of, [of.fan], 'Second')
    const alsoWarns = await alarm(of)
    const answers = data(await manager.rules.deploy({ body: { ids: [first, second, alsoWarns] } }))
    expect(answers.map(answer => answer.deferredStatus)).toEqual([null, 'RULE_OUTPUT_IN_USE', null])
    expect(await details(first)).toMatchObject({ deploymentStatus: 'PENDING_DEPLOY' })
    expect(await details(second)).toMatchObject({ deploymentStatus: 'UNDEPLOYED', deploymentMessage: null })
    const rival = { id: first, displayName: 'First', kind: 'CONTROL', place: 'Paul | House 1' }
    const query = { ids: [first, second, alsoWarns] }
    expect(data(await manager.rules.conflicts({ query }))).toEqual([{ id: second, with: rival }])
    const outputRules = await farm.world.db.work(farm.system, work =>
      work.sql
        .selectFrom('rules')
        .select('id')
        .where('terminal_id', '=', of.terminalId)
        .where('desired', '=', true)
        .orderBy('id')
        .execute(),
    )
    expect(outputRules.map(({ id }) => id)).toEqual([first, alsoWarns])
  })

  test('refuses a new version on an output in use until another one is free', async () => {
    const of = await aHouse(farm)
    await connect(farm, of.terminalId)
    const relay = await anInterface(farm, of.terminalId, 'House 1', 'FAN_RELAY', 'Second fan')
    const first = await cooling(of, [of.fan], 'First')
    const second = await cooling(of, [relay], 'Second')
    data(await manager.rules.deploy({ body: { ids: [first, second] } }))
    const on = async (id: string) => ({ [id]: { ver: 1, hash: bodyHash((await details(id)).body), st: 'on' as const } })
    const running = { ...(await on(first)), ...(await on(second)) }
    report(of, running)
    const { inputs, ruleTemplate, version, ruleVersion } = await becomes(second, 'DEPLOYED')
    await becomes(first, 'DEPLOYED')
    const save = async (id: string, outputs: string[], at: number) =>
      data(
        await manager.rules.edit({
          params: { id },
          body: {
            displayName: 'Second',
            rootEntityId: of.entityId,
            sectorId: of.sectorId,
            terminalId: of.terminalId,
            templateId: ruleTemplate.id,
            deployRule: true,
            version: at,
            inputs: inputs.map(input => (input.id === 'outputs' ? { ...input, value: outputs } : input)),
          },
        }),
      )
    expect(await save(second, [of.fan], version)).toMatchObject({
      notDeployed: 'RULE_OUTPUT_IN_USE',
      rule: { deploymentStatus: 'DEPLOYED', runningVersion: ruleVersion, ruleVersion: 2, deploymentMessage: null },
    })
    const desiredVersions = () =>
      farm.world.db.work(farm.system, async work => (await desiredRules(work, of.terminalId)).map(({ id, ver }) => [id, ver]))
    expect(await desiredVersions()).toEqual([
      [first, 1],
      [second, 1],
    ])
    // It does not have the output that it was refused: who has it may be ordered anew.
    expect(data(await manager.rules.deploy({ body: { ids: [first] } }))[0]).toMatchObject({ deploymentStatus: 'DEPLOYED' })
    const better = (await save(second, [relay], version + 1)).rule
    expect(better).toMatchObject({ deploymentStatus: 'PENDING_DEPLOY', deploymentMessage: null })
    report(of, { ...running, [second]: { ver: 3, hash: bodyHash(better.body), st: 'on' } })
    expect(await becomes(second, 'DEPLOYED')).toMatchObject({ runningVersion: 3, deploymentMessage: null })
  })

  test('keeps a rule in service that another one depends on', async () => {
    const { of, setPoint, writer } = await aWriter()
    const reader = await aRule(farm, {
      ...place(of),
      displayName: 'Reader',
      ...tooHot(setPoint, { logicOperator: 'NOT_EQUAL', inputValue: 0 }),
    })
    // It gives no answer to hold against an order: what it was told is what counts.
    expect(await details(reader)).toMatchObject({ body: { interfaces: [{ id: setPoint, kind: 'GAUGE', every: 0 }] } })
    data(await manager.rules.deploy({ body: { ids: [writer, reader] } }))
    expect(data(await manager.rules.undeploy({ body: { ids: [writer] } }))[0]!.deferredStatus).toBe(
      'CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES',
    )
    // Named twice, it is answered once.
    expect(data(await manager.rules.leaving({ query: { ids: [writer, writer] } }))).toEqual({
      stays: [writer],
      dependents: [{ id: reader, displayName: 'Reader', kind: 'ALARM', place: 'Paul | House 1' }],
      unseen: 0,
    })
    expect(data(await manager.rules.leaving({ query: { ids: [writer, reader] } }))).toMatchObject({ stays: [] })
    expect(await manager.rules.undeployOne({ params: { id: writer } })).toMatchObject({
      refused: 'CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES',
    })
    // With it, whatever comes first; the answers keep the order that was asked.
    const both = data(await manager.rules.undeploy({ body: { ids: [writer, reader] } }))
    expect(both.map(one => [one.id, one.deferredStatus])).toEqual([
      [writer, null],
      [reader, null],
    ])
  })

  test('names dependent rules, but not conditions on feedback', async () => {
    const { of, writer } = await aWriter()
    const follows = { logicOperator: 'NOT_EQUAL', inputValue: 0 }
    const check = await aRule(farm, { ...place(of), displayName: 'Does not follow', ...tooHot(of.fan, follows) })
    const needed = async (id: string) => data(await manager.rules.leaving({ query: { ids: [id] } })).stays
    data(await manager.rules.deploy({ body: { ids: [writer, check] } }))
    expect(await needed(writer)).toEqual([])
    expect(data(await manager.rules.undeploy({ body: { ids: [writer] } }))[0]!.deferredStatus).toBeNull()
  })

  /** Two alarms that sound a siren, and one on whether it sounds. */
  const twoSirens = async () => {
    const of = await aHouse(farm)
    await connect(farm, of.terminalId)
    const siren = await anInterface(farm, of.terminalId, 'House 1', 'ALARM_SIREN', 'Siren')
    const sounds = (displayName: string) =>
      aRule(farm, {
        ...place(of),
        ...tooHot(of.temperature),
        displayName,
        template: 'ALARM_WITH_ACTUATION',
        inputs: { ...tooHot(of.temperature).inputs, outputs: [siren] },
      })
    const one = await sounds('One')
    const other = await sounds('Other')
    const isOn = { logicOperator: 'EQUAL', inputValue: true }
    const reader = await aRule(farm, { ...place(of), displayName: 'Sounds', ...tooHot(siren, isOn) })
    return { of, one, other, reader }
  }

  test('undeploys one of two writers of an output that is read', async () => {
    const { one, other, reader } = await twoSirens()
    data(await manager.rules.deploy({ body: { ids: [one, other, reader] } }))
    expect(data(await manager.rules.leaving({ query: { ids: [one] } }))).toEqual({ stays: [], dependents: [], unseen: 0 })
    const found = data(await manager.rules.leaving({ query: { ids: [one, other] } }))
    expect(found).toMatchObject({ stays: [other], dependents: [{ id: reader, displayName: 'Sounds' }], unseen: 0 })
    expect(data(await manager.rules.leaving({ query: { ids: [other, one] } })).stays).toEqual([one])
    // As it is told, so it is done.
    const done = data(await manager.rules.undeploy({ body: { ids: [one, other] } }))
    expect(done.map(rule => rule.deferredStatus)).toEqual([null, 'CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES'])
  })

  test('undeploys one of two writers when both are requested at once', async () => {
    for (let go = 0; go < 3; go++) {
      const { one, other, reader } = await twoSirens()
      data(await manager.rules.deploy({ body: { ids: [one, other, reader] } }))
      const answers = await Promise.all([one, other].map(id => manager.rules.undeploy({ body: { ids: [id] } })))
      const refused = answers.map(answer => data(answer)[0]!.deferredStatus)
      expect(new Set(refused)).toEqual(new Set([null, 'CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES']))
    }
  })

  test('counts dependent rules out of scope without naming them', async () => {
    const { setPoint, writer } = await aWriter()
    const above = await aRule(farm, {
      entityId: farm.at.Aves!,
      displayName: 'Above',
      ...tooHot(setPoint, { logicOperator: 'GREATER', inputValue: 30 }),
    })
    data(await manager.rules.deploy({ body: { ids: [writer, above] } }))
    const below = await farm.as('Paul')
    const query = { ids: [writer] }
    expect(data(await below.rules.leaving({ query }))).toEqual({ stays: [writer], dependents: [], unseen: 1 })
    expect(data(await below.rules.undeploy({ body: query }))[0]).toMatchObject({
      deferredStatus: 'CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES',
    })
    expect(data(await manager.rules.leaving({ query }))).toMatchObject({ dependents: [{ displayName: 'Above' }], unseen: 0 })
    // Whoever may not see alarms is told no alarm's name.
    const controls = await farm.as('Aves', ['rules.read'])
    expect(data(await controls.rules.leaving({ query }))).toEqual({ stays: [writer], dependents: [], unseen: 1 })
  })

  test('refuses a request for a version that was replaced', async () => {
    const of = await aHouse(farm)
    await connect(farm, of.terminalId)
    const one = await alarm(of)
    const other = await alarm(of, 'Other')
    const { version } = await details(one)
    data(await manager.rules.rename({ body: { id: one, displayName: 'Renamed', version } }))
    const order = async (versions: Record<string, number>) => {
      const answer = data(await manager.rules.deploy({ body: { ids: [one, other], versions } }))
      return answer.map(result => [result.deferredStatus, result.deploymentStatus])
    }
    expect(await order({ [one]: version, [other]: 1 })).toEqual([
      ['VERSION_CONFLICT', 'UNDEPLOYED'],
      [null, 'PENDING_DEPLOY'],
    ])
    expect(await order({ [one]: version + 1 })).toEqual([
      [null, 'PENDING_DEPLOY'],
      [null, 'PENDING_DEPLOY'],
    ])
  })

  test('needs the box to undeploy a running rule, also during an update', async () => {
    const of = await aHouse(farm)
    await connect(farm, of.terminalId)
    const id = await alarm(of)
    data(await manager.rules.deploy({ body: { ids: [id] } }))
    report(of, { [id]: { ver: 1, hash: bodyHash((await details(id)).body), st: 'on' } })
    await becomes(id, 'DEPLOYED')
    const before = await details(id)
    const lines = before.inputs.find(input => input.id === 'lines')!.value as object[]
    const inputs = [{ id: 'lines', value: lines.map(line => ({ ...line, inputValue: 33 })) }]
    data(await manager.rules.editInputs({ params: { id }, body: { inputs, deployRule: true, version: before.version } }))
    await connect(farm, of.terminalId, false)
    expect(data(await manager.rules.undeploy({ body: { ids: [id] } }))[0]!).toMatchObject({
      deferredStatus: 'TERMINAL_NOT_CONNECTED',
      deploymentStatus: 'PENDING_DEPLOY',
    })
  })

  test('a save without deployment is announced to open pages', async () => {
    const of = await aHouse(farm)
    const id = await alarm(of)
    const changedRules: string[] = []
    farm.world.bus.on('rule.changed', 'test', ({ ruleId }) => void changedRules.push(ruleId))
    const { version, displayName } = await details(id)
    data(await manager.rules.rename({ body: { id, displayName: `${displayName} north`, version } }))
    const found = await eventually(
      () => changedRules,
      ids => ids.includes(id),
    )
    expect(found).toContain(id)
  })

  test('undeployment closes the open event of an auto-close rule once', async () => {
    const of = await aHouse(farm)
    await connect(farm, of.terminalId)
    const ids = [
      await alarm(of),
      await aRule(farm, { ...place(of), displayName: 'Stays', ...tooHot(of.temperature), autoClose: false }),
    ]
    const opened = ids.map(id => `${id}:${time}`)
    const causes = [
      {
        line: 0,
        interfaceId: of.temperature,
        value: 33,
        reading: 33,
        operator: 'GREATER' as const,
        threshold: 30,
        since: time,
        permanence: 0,
      },
    ]
    const doing = (rule: string) => {
      const event = `${rule}:${time}`
      return { rule, kind: 'EVENT_OPEN', key: event, event, status: 'OPEN', since: time, causes }
    }
    data(await manager.rules.deploy({ body: { ids } }))
    const on = Object.fromEntries(
      await Promise.all(
        ids.map(async id => [id, { ver: 1, hash: bodyHash((await details(id)).body), st: 'on' as const }] as const),
      ),
    )
    report(of, on)
    for (const id of ids) await becomes(id, 'DEPLOYED')
    await boxDid(
      farm,
      of.terminalId,
      ids.map(id => [time, doing(id)] as const),
    )
    const standing = async () => {
      const { rows } = await farm.world.owner.query<{ id: string; status: string }>(
        'select id::text, status from events where source_key = any($1) order by rule_id',
        [opened],
      )
      return rows
    }
    await eventually(standing, rows => rows.length === 2)
    data(await manager.rules.undeploy({ body: { ids } }))
    expect((await standing()).map(one => one.status)).toEqual(['OPEN', 'OPEN'])
    report(of, {})
    for (const id of ids) await becomes(id, 'UNDEPLOYED')
    const [left] = await eventually(standing, ([one]) => one?.status === 'CLOSED')
    expect((await standing())[1]!.status).toBe('OPEN')
    const [change] = data(await manager.events.changes({ params: { id: left!.id } }))
    expect(change).toMatchObject({ status: 'CLOSED', user: null, notes: 'Closed because its rule was taken out of service.' })
  })

  describe('a rule uses what its running and its saved version use', () => {
    const change = async (id: string, inputs: Record<string, unknown>) => {
      const { version } = await details(id)
      const inputValues = Object.entries(inputs).map(([name, value]) => ({ id: name, value }))
      data(await manager.rules.editInputs({ params: { id }, body: { inputs: inputValues, version } }))
    }
    const apart = { logicOperator: 'NOT_EQUAL', inputValue: 0 }
    /** The box runs these, as they were saved last, and no others. */
    const runs = async (of: House, ...ids: string[]) => {
      data(await manager.rules.deploy({ body: { ids } }))
      const saved = await Promise.all(ids.map(id => details(id)))
      report(
        of,
        Object.fromEntries(saved.map(one => [one.id, { ver: one.ruleVersion, hash: bodyHash(one.body), st: 'on' as const }])),
      )
      for (const id of ids) await becomes(id, 'DEPLOYED')
    }
    const leaves = async (id: string) => data(await manager.rules.undeploy({ body: { ids: [id] } }))[0]!.deferredStatus

    const both = async () => {
      const of = await aHouse(farm)
      await connect(farm, of.terminalId)
      const setPoint = await anInterface(farm, of.terminalId, 'House 1', 'SET_POINT', 'Setpoint')
      const other = await anInterface(farm, of.terminalId, 'House 1', 'SET_POINT', 'Other set point')
      const inputs = { sensors: [of.temperature], outputs: [of.fan], setPointOut: setPoint, mode: 'COOL' }
      const writer = await aRule(farm, { ...place(of), displayName: 'Writer', template: 'THERMOSTAT', inputs })
      const reader = await aRule(farm, { ...place(of), displayName: 'Reader', ...tooHot(setPoint, apart) })
      return { of, setPoint, other, writer, reader }
    }
    const reading = (interfaceId: string) => ({ lines: [{ interfaceId, ...apart }] })

    test.each<[string, (awaited: Awaited<ReturnType<typeof both>>) => Promise<void>]>([
      [
        'the running version of the reader reads it',
        async ({ of, writer, reader, other }) => {
          await runs(of, writer, reader)
          await change(reader, reading(other))
        },
      ],
      [
        'the saved version of the reader reads it',
        async ({ of, writer, reader, other, setPoint }) => {
          await change(reader, reading(other))
          await runs(of, writer, reader)
          await change(reader, reading(setPoint))
        },
      ],
      [
        'the running version of the writer writes it',
        async ({ of, writer, reader, other }) => {
          await runs(of, writer, reader)
          await change(writer, { setPointOut: other })
        },
      ],
      [
        'another writer is saved but not running',
        async ({ writer, reader, of, other, setPoint }) => {
          const inputs = { sensors: [of.temperature], outputs: [of.ventilation], setPointOut: other, mode: 'COOL' }
          const second = await aRule(farm, { ...place(of), displayName: 'Second', template: 'PROPORTIONAL', inputs })
          await runs(of, writer, reader, second)
          await change(second, { setPointOut: setPoint })
        },
      ],
    ])('keeps a writer while %s', async (_, made) => {
      const all = await both()
      await made(all)
      expect(await leaves(all.writer)).toBe('CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES')
    })

    test('replaces a running writer by a running one, not by a refused one', async () => {
      const { of, one, other, reader } = await twoSirens()
      data(await manager.rules.deploy({ body: { ids: [one, other, reader] } }))
      const ids = [one, other, reader]
      const [its, others, readers] = await Promise.all(
        ids.map(async id => ({ ver: 1, hash: bodyHash((await details(id)).body) })),
      )
      const on = { [one]: { ...its!, st: 'on' }, [reader]: { ...readers!, st: 'on' } } as const
      report(of, { ...on, [other]: { ...others!, st: 'error', err: 'no' } })
      await becomes(other, 'ERROR')
      await becomes(one, 'DEPLOYED')
      expect(await leaves(one)).toBe('CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES')
      report(of, { ...on, [other]: { ...others!, st: 'on' } })
      await becomes(other, 'DEPLOYED')
      expect(await leaves(one)).toBeNull()
    })

    test('undeploys a writer once no running or saved version reads it', async () => {
      const { of, writer, reader, other } = await both()
      await runs(of, writer, reader)
      await change(reader, reading(other))
      await runs(of, writer, reader)
      expect(await leaves(writer)).toBeNull()
    })

    test('keeps an interface while a rule runs with it', async () => {
      const { of, setPoint, other, reader } = await both()
      const remove = (i: string) => manager.interfaces.remove({ params: { e: farm.at['House 1']!, t: of.terminalId, i } })
      const readers = async (id: string) =>
        data(await manager.rules.ofInterface({ params: { id }, query: {} })).content.map(one => [one.displayName, one.roles])
      await runs(of, reader)
      await change(reader, reading(other))
      for (const id of [setPoint, other]) {
        expect(await remove(id)).toMatchObject({ refused: 'CANNOT_DELETE_INTERFACE_WITH_ACTIVE_RULES' })
        expect(await readers(id)).toContainEqual(['Reader', ['IN']])
      }
      // What is only saved watches nothing yet.
      expect(data(await manager.interfaces.withAlarms({ query: { interfaceIds: [setPoint, other] } }))).toMatchObject([
        { interfaceId: setPoint, hasAlarms: true },
        { interfaceId: other, hasAlarms: false },
      ])
      data(await manager.rules.deploy({ body: { ids: [reader] } }))
      // Ordered anew, but the box runs the version before until it has taken the other one.
      expect(await remove(setPoint)).toMatchObject({ refused: 'CANNOT_DELETE_INTERFACE_WITH_ACTIVE_RULES' })
      report(of, { [reader]: { ver: 2, hash: bodyHash((await details(reader)).body), st: 'on' } })
      await eventually(
        () => details(reader),
        found => found.runningVersion === 2,
      )
      expect(await readers(setPoint)).not.toContainEqual(['Reader', ['IN']])
      data(await remove(setPoint))
    })
  })

  test('deploys only with a report of the very body', async () => {
    const of = await aHouse(farm)
    await connect(farm, of.terminalId)
    const id = await alarm(of)
    data(await manager.rules.deploy({ body: { ids: [id] } }))
    const hash = bodyHash((await details(id)).body)
    report(of, { [id]: { ver: 1, hash: `sha256:${'0'.repeat(64)}`, st: 'on' } })
    await eventually(
      () => details(id),
      found => found.runningVersion === 1,
    )
    expect((await details(id)).deploymentStatus).toBe('PENDING_DEPLOY')
    report(of, { [id]: { ver: 1, hash, st: 'error', err: 'out of paper' } })
    expect((await becomes(id, 'ERROR')).deploymentMessage).toBe('Box of the test skipped the rule: out of paper')
    report(of, { [id]: { ver: 1, hash, st: 'on' } })
    expect(await becomes(id, 'DEPLOYED')).toMatchObject({ deploymentMessage: null, runningVersion: 1 })
    report(of, {})
    await becomes(id, 'PENDING_DEPLOY')
    report(of, { [id]: { ver: 1, hash, st: 'on' } })
    await becomes(id, 'DEPLOYED')
    data(await manager.rules.undeployOne({ params: { id } }))
    await becomes(id, 'PENDING_UNDEPLOY')
    // Taken back, it is in service again once the box says so: it may have let go of it meanwhile.
    data(await manager.rules.deploy({ body: { ids: [id] } }))
    await becomes(id, 'PENDING_DEPLOY')
    report(of, { [id]: { ver: 1, hash, st: 'on' } })
    await becomes(id, 'DEPLOYED')
    data(await manager.rules.undeployOne({ params: { id } }))
    report(of, {})
    expect((await becomes(id, 'UNDEPLOYED')).runningVersion).toBeNull()
  })

  test('ends an undeployment with the report of its revision only', async () => {
    const of = await aHouse(farm)
    await connect(farm, of.terminalId)
    const id = await alarm(of)
    const revision = async () =>
      (
        await farm.world.owner.query<{ rev: number }>('select desired_rev as rev from terminal_links where terminal_id = $1', [
          of.terminalId,
        ])
      ).rows[0]!.rev
    data(await manager.rules.deploy({ body: { ids: [id] } }))
    const taken = await revision()
    // The box took it, and its report was lost.
    expect(data(await manager.rules.undeployOne({ params: { id } }))).toMatchObject({ deploymentStatus: 'PENDING_UNDEPLOY' })
    report(of, {}, { rev: taken - 1 })
    report(of, { [id]: { ver: 1, hash: bodyHash((await details(id)).body), st: 'on' } }, { rev: taken })
    await eventually(
      () => details(id),
      found => found.runningVersion === 1,
    )
    expect((await details(id)).deploymentStatus).toBe('PENDING_UNDEPLOY')
    report(of, {}, { rev: await revision() })
    await becomes(id, 'UNDEPLOYED')
  })

  test('fails a request after 120 s of connection without an answer', { tags: ['nightly'] }, async () => {
    const of = await aHouse(farm)
    await connect(farm, of.terminalId)
    const id = await alarm(of)
    data(await manager.rules.deploy({ body: { ids: [id] } }))
    time += 119_000
    await farm.idle()
    expect((await details(id)).deploymentStatus).toBe('PENDING_DEPLOY')
    await connect(farm, of.terminalId, false)
    time += 600_000
    await farm.idle()
    expect((await details(id)).deploymentStatus).toBe('PENDING_DEPLOY')
    await connect(farm, of.terminalId)
    farm.world.bus.emit('terminal.presence', {
      terminalId: of.terminalId,
      entityId: of.entityId,
      connected: true,
      at: new Date(time),
    })
    await farm.idle()
    time += 119_000
    await farm.idle()
    expect((await details(id)).deploymentStatus).toBe('PENDING_DEPLOY')
    time += 2_000
    await farm.idle()
    expect(await details(id)).toMatchObject({
      deploymentStatus: 'ERROR',
      deploymentMessage: 'Box of the test has not answered for 120 seconds.',
    })
    report(of, { [id]: { ver: 1, hash: bodyHash((await details(id)).body), st: 'on' } })
    await becomes(id, 'DEPLOYED')
  })

  test('a refused revision ends the requests that wait for it', async () => {
    const of = await aHouse(farm)
    await connect(farm, of.terminalId)
    const id = await alarm(of)
    data(await manager.rules.deploy({ body: { ids: [id] } }))
    report(of, {}, { bad: 0, err: 'an older one' })
    await farm.idle()
    expect((await details(id)).deploymentStatus).toBe('PENDING_DEPLOY')
    report(of, {}, { bad: 1_000, err: 'stopped twice' })
    expect((await becomes(id, 'ERROR')).deploymentMessage).toBe('Box of the test did not accept the configuration: stopped twice')
    data(await manager.rules.deploy({ body: { ids: [id] } }))
    report(of, {}, { bad: 1_000, why: 'crash', err: 'stopped twice' })
    expect((await becomes(id, 'ERROR')).deploymentMessage).toBe(
      'Box of the test failed with the new configuration and reverted to the previous one.',
    )
  })

  test('words the faults of a box in the language of the reader, with names', async () => {
    const of = await aHouse(farm)
    await connect(farm, of.terminalId)
    const id = await alarm(of)
    const other = await cooling(of, [of.fan], 'Cooling')
    data(await manager.rules.deploy({ body: { ids: [id] } }))
    const hash = bodyHash((await details(id)).body)
    const says = async (fault: { why?: string; of?: string }, words: string) => {
      report(of, { [id]: { ver: 1, hash, st: 'error', err: 'in its own words', ...fault } })
      const deploymentMessage = await eventually(
        async () => (await details(id)).deploymentMessage,
        message => message === words,
      )
      expect(deploymentMessage).toBe(words)
    }
    await says({ why: 'interface', of: of.temperature }, 'Box of the test does not recognize “Temperature north”.')
    await says({ why: 'inUse', of: other }, 'The output is in use by “Cooling”.')
    await says({ why: 'crash' }, 'The rule crashed on Box of the test and has stopped.')
    await says({ why: 'range', of: '999999' }, 'The rule sets “999999” to a value outside its range.')
    await says({ why: 'somethingNew' }, 'Box of the test skipped the rule: in its own words')
    await says({}, 'Box of the test skipped the rule: in its own words')
  })

  test('reports a refused version and the running version in two sentences', async () => {
    const of = await aHouse(farm)
    await connect(farm, of.terminalId)
    const id = await alarm(of)
    const other = await cooling(of, [of.fan], 'Cooling')
    data(await manager.rules.deploy({ body: { ids: [id] } }))
    const { body, ruleTemplate, inputs, version, eventConfiguration } = await details(id)
    const running = { ver: 1, hash: bodyHash(body), st: 'on' as const }
    report(of, { [id]: running })
    await becomes(id, 'DEPLOYED')
    const { rule } = data(
      await manager.rules.edit({
        params: { id },
        body: {
          displayName: 'Alarm',
          rootEntityId: of.entityId,
          sectorId: of.sectorId,
          terminalId: of.terminalId,
          templateId: ruleTemplate.id,
          inputs,
          deployRule: true,
          version,
          eventConfiguration: { ...eventConfiguration!, severityLevel: 'MAJOR' },
        },
      }),
    )
    expect(rule.deploymentStatus).toBe('PENDING_DEPLOY')
    report(of, { [id]: { ...running, refused: bodyHash(rule.body), why: 'inUse', of: other, err: 'output in use' } })
    expect(await becomes(id, 'ERROR')).toMatchObject({
      runningVersion: 1,
      deploymentMessage: 'The output is in use by “Cooling”. The smart box still runs version 1.',
    })
  })

  test('undeploys every rule of a retired terminal', async () => {
    const of = await aHouse(farm)
    await connect(farm, of.terminalId)
    const id = await alarm(of)
    data(await manager.rules.deploy({ body: { ids: [id] } }))
    farm.world.bus.emit('terminal.retired', { terminalId: of.terminalId, entityId: of.entityId })
    expect((await becomes(id, 'UNDEPLOYED')).deploymentMessage).toBe('Box of the test was retired. Choose another smart box.')
  })

  test('deploys a global rule at once, box or not', async () => {
    const id = await aRule(farm, { entityId: house.entityId, displayName: 'Global', ...tooHot(house.temperature) })
    expect(data(await manager.rules.deploy({ body: { ids: [id] } }))).toEqual([
      { id, deferredStatus: null, deploymentStatus: 'DEPLOYED' },
    ])
    expect(await details(id)).toMatchObject({ status: 'ENABLED', deploymentStatus: 'DEPLOYED', runningVersion: 1 })
    data(await manager.rules.undeploy({ body: { ids: [id] } }))
    expect(await details(id)).toMatchObject({ status: 'DISABLED', deploymentStatus: 'UNDEPLOYED' })
  })
})

test('deploys over the wire once the box reports that it runs the rule', async () => {
  const real = await aFarm()
  const box = await aClaimedBox(real, 'Paul')
  const temperature = await anInterface(real, box.id, 'House 1', 'TEMPERATURE', 'Temperature')
  const id = await aRule(real, {
    entityId: real.at.Paul!,
    terminalId: box.id,
    displayName: 'Wired',
    ...tooHot(temperature),
  })
  const api = await real.as('Paul')
  const wire = await session(real, box)
  expect(data(await api.rules.deploy({ body: { ids: [id] } }))[0]).toMatchObject({ deploymentStatus: 'PENDING_DEPLOY' })
  const read = (data: string) =>
    JSON.parse(Buffer.from(data, 'base64').toString()) as { rev: number; rules: Record<string, { ver: number; hash: string }> }
  let part = await wire.hear('dn/shadow')
  while (part && !(id in read(part.data).rules)) part = await wire.hear('dn/shadow')
  const { rev, rules } = read(part!.data)
  await wire.say('up/shadow', { v: 1, rev, hash: part!.hash, rules: { [id]: { ...rules[id]!, st: 'on' } } })
  await eventually(
    () => api.rules.details({ params: { id } }).then(data),
    found => found.deploymentStatus === 'DEPLOYED' && found.runningVersion === 1,
  )
  await real.close()
})
