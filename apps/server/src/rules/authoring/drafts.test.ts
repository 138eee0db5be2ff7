import type { ActionConfiguration } from '@steading/contract/events/outbox'
import type { RuleDraftInput } from '@steading/contract/rules/drafts'
import type { RuleTemplate } from '@steading/contract/rules/body'
import { changeLine } from '@steading/locales/audit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { aFarm, data, failing } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import { aHouse, connect, NEWEST } from '../../../test/rules.ts'
import type { House } from '../../../test/rules.ts'
import { eventually } from '../../../test/smtp.ts'
import { bodyHash } from '../../devices/index.ts'

let farm: Farm
let house: House
let manager: Api
const templates = new Map<string, string>()

beforeAll(async () => {
  farm = await aFarm()
  house = await aHouse(farm)
  manager = await farm.as('Aves')
  for (const one of data(await manager.templates.list({ query: { entityId: house.entityId } })))
    templates.set(one.category.id, one.id)
})
afterAll(() => farm.close())

const template = (engine: RuleTemplate) => templates.get(engine)!
const event = { title: 'Too hot', severityLevel: 'MAJOR', category: 'CLIMATE' } as const
const line = (of: House, inputValue = 30) => ({ interfaceId: of.temperature, logicOperator: 'GREATER', inputValue })
const warning = (of: House, more: Partial<RuleDraftInput> = {}): RuleDraftInput => ({
  displayName: 'Too hot',
  rootEntityId: of.entityId,
  sectorId: of.sectorId,
  templateId: template('ALARM_WITHOUT_ACTUATION'),
  terminalId: of.terminalId,
  inputs: [{ id: 'lines', value: [line(of)] }],
  eventConfiguration: event,
  ...more,
})
const cooling = (of: House, more: Partial<RuleDraftInput> = {}): RuleDraftInput => ({
  ...warning(of),
  displayName: 'Cooling',
  templateId: template('THERMOSTAT'),
  inputs: [
    { id: 'sensors', value: [of.temperature] },
    { id: 'outputs', value: [of.fan] },
    { id: 'mode', value: 'COOL' },
  ],
  eventConfiguration: null,
  ...more,
})
const add = async (draft: RuleDraftInput, api = manager) => data(await api.rules.create({ body: draft })).rule
const details = async (id: string, api = manager) => data(await api.rules.details({ params: { id } }))
const runs = (of: House, id: string, ver: number, body: unknown) =>
  farm.world.bus.emit('terminal.reported', {
    terminalId: of.terminalId,
    rev: NEWEST,
    rules: { [id]: { ver, hash: bodyHash(body), st: 'on' } },
  })
const deployed = async (of: House, id: string) => {
  data(await manager.rules.deploy({ body: { ids: [id] } }))
  const { body, ruleVersion } = await details(id)
  runs(of, id, ruleVersion, body)
  return eventually(
    () => details(id),
    found => found.deploymentStatus === 'DEPLOYED' && found.runningVersion === ruleVersion,
  )
}

describe('adding', () => {
  test('fills missing inputs with the defaults of the template', async () => {
    const made = await add(cooling(house))
    expect(made).toMatchObject({
      displayName: 'Cooling',
      kind: 'CONTROL',
      isCloudProcessor: false,
      isCyclical: false,
      ruleTemplate: { id: template('THERMOSTAT'), category: { id: 'THERMOSTAT' } },
      deploymentStatus: 'UNDEPLOYED',
      ruleVersion: 1,
      eventConfiguration: null,
      ruleGroups: [],
      deletedTimestamp: null,
    })
    const inputs = Object.fromEntries(made.inputs.map(({ id, value }) => [id, value]))
    expect(inputs).toMatchObject({ sensors: [house.temperature], outputs: [house.fan], setPoint: 24, differential: 1, minOn: 60 })
    // What was answered can be sent again as it is, and changes nothing.
    const again = data(
      await manager.rules.edit({ params: { id: made.id }, body: { ...cooling(house), inputs: made.inputs, version: 1 } }),
    )
    expect(again.rule).toMatchObject({ ruleVersion: 1, version: 1, inputs: made.inputs })
    const trace = await farm.world.owner.query("select action from audit where object_type = 'rule' and object_id = $1", [
      made.id,
    ])
    expect(trace.rows).toEqual([{ action: 'CREATE' }])
  })

  test('conditions without a repetition take that of the event', async () => {
    const lines = [line(house), { ...line(house, 33), repetitionTime: '00:00' }]
    const repeated = { ...event, hasRepetitionTime: true, repetitionTime: 1800 }
    const made = await add(warning(house, { inputs: [{ id: 'lines', value: lines }], eventConfiguration: repeated }))
    expect(made.body).toMatchObject({ inputs: { lines: [{ repetitionTime: '00:30' }, { repetitionTime: '00:00' }] } })
    expect(made.eventConfiguration).toMatchObject({ severityLevel: 'MAJOR', status: 'OPEN', ruleDelay: 0, repetitionTime: 1800 })
  })

  test('stores contacts once in lower case, and drops invalid ones of inactive channels', async () => {
    const actionConfigurations = [
      { type: 'MAIL' as const, properties: { contactsList: ['Vet@Example.org', 'vet@example.org'] } },
      {
        type: 'SMS' as const,
        status: 'INACTIVE' as const,
        properties: { contactsList: ['+351 912 345 678', 'vet@example.org'] },
      },
    ]
    const made = await add(warning(house, { eventConfiguration: { ...event, actionConfigurations } }))
    expect(
      made.eventConfiguration?.actionConfigurations.map(actionConfiguration => actionConfiguration.properties.contactsList),
    ).toEqual([['vet@example.org'], ['+351912345678']])
  })

  test.each([
    ['no address', 'MAIL', 'no address', 'email'],
    ['no number', 'SMS', 'vet@example.org', 'phone'],
    ['a number that nobody has', 'SMS', '+351000000', 'noSuchNumber'],
  ] as const)('refuses a contact that is %s and names its field', async (_, type, contact, code) => {
    const fine = type === 'MAIL' ? 'vet@example.org' : '+351912345678'
    const actionConfigurations = [{ type, properties: { contactsList: [fine, contact] } }]
    const field = 'eventConfiguration.actionConfigurations.0.properties.contactsList.1'
    await expect(add(warning(house, { eventConfiguration: { ...event, actionConfigurations } }))).rejects.toMatchObject({
      failure: { code: 'INVALID_INPUT', fields: [{ field, code }] },
    })
  })

  const wrong: readonly (readonly [string, (of: House) => Partial<RuleDraftInput>, string])[] = [
    ['a sector of elsewhere', () => ({ sectorId: farm.at['Room 1']! }), 'sectorId'],
    ['a template that is not there', () => ({ templateId: '999999' }), 'templateId'],
    ['no box for a rule of a box', () => ({ terminalId: null }), 'terminalId'],
    ['a box for a rule of the cloud', () => ({ templateId: template('CLOUD_ALARM') }), 'terminalId'],
    ['an alarm without an event', () => ({ eventConfiguration: null }), 'eventConfiguration'],
    [
      'an input that the template does not ask for',
      of => ({
        inputs: [
          { id: 'lines', value: [line(of)] },
          { id: 'mode', value: 'COOL' },
        ],
      }),
      'inputs.mode',
    ],
    [
      'an input twice',
      of => ({
        inputs: [
          { id: 'lines', value: [line(of)] },
          { id: 'lines', value: [] },
        ],
      }),
      'inputs.lines',
    ],
    ['an input that is needed', () => ({ inputs: [] }), 'inputs.lines'],
    [
      'a limit of another type',
      of => ({ inputs: [{ id: 'lines', value: [{ ...line(of), inputValue: 'hot' }] }] }),
      'inputs.lines.0.inputValue',
    ],
    [
      'a sensor that is not there',
      of => ({ inputs: [{ id: 'lines', value: [{ ...line(of), interfaceId: '999999' }] }] }),
      'inputs.lines.0.interfaceId',
    ],
    [
      'in the cloud, whether a device follows orders that only its box hears',
      of => ({
        templateId: template('CLOUD_ALARM'),
        terminalId: null,
        inputs: [{ id: 'lines', value: [{ interfaceId: of.fan, logicOperator: 'NOT_EQUAL', inputValue: 0 }] }],
      }),
      'inputs.lines.0.interfaceId',
    ],
    [
      'a repetition that is on and not told',
      () => ({ eventConfiguration: { ...event, hasRepetitionTime: true } }),
      'eventConfiguration.repetitionTime',
    ],
    [
      'a person who is not there',
      () => ({
        eventConfiguration: { ...event, actionConfigurations: [{ type: 'MAIL', properties: { usersList: ['999999'] } }] },
      }),
      'eventConfiguration.actionConfigurations.0.properties.usersList.0',
    ],
  ]
  test.each(wrong)('%s is refused by its name', async (_, more, field) => {
    const answer = manager.rules.create({ body: warning(house, more(house)) })
    await expect(answer).rejects.toMatchObject(field === 'NOT_FOUND' ? failing(field) : failing('INVALID_INPUT', field))
  })

  test('names values that a device refuses, of a schedule and of a ventilation share', async () => {
    const intervals = [20, 101].map((action, k) => ({ startTime: `0${k}:00:00`, endTime: `0${k}:59:59`, action }))
    const schedule = (...of: typeof intervals) =>
      cooling(house, {
        templateId: template('SCHEDULER'),
        inputs: [
          { id: 'outputs', value: [house.ventilation] },
          { id: 'lines', value: { timeZone: 'Europe/Lisbon', offset: 0, lines: [{ weekdays: [0], intervals: of }] } },
          { id: 'callbackValue', value: 0 },
        ],
      })
    const beyond = failing('INVALID_INPUT', 'inputs.lines.lines.0.intervals.1.action')
    await expect(add(schedule(...intervals))).rejects.toMatchObject(beyond)
    expect(await add(schedule(intervals[0]!, { ...intervals[1]!, action: 100 }))).toMatchObject({ ruleVersion: 1 })
    await farm.world.owner.query('update interfaces set max = 60 where id = $1', [house.ventilation])
    const share = (maxOutput: number) => {
      const inputs = cooling(house).inputs.map(input =>
        input.id === 'outputs' ? { ...input, value: [house.ventilation] } : input,
      )
      return cooling(house, { templateId: template('PROPORTIONAL'), inputs: [...inputs, { id: 'maxOutput', value: maxOutput }] })
    }
    await expect(add(share(61))).rejects.toMatchObject(failing('INVALID_INPUT', 'inputs.maxOutput'))
    await add(share(60))
    await farm.world.owner.query('update interfaces set max = null where id = $1', [house.ventilation])
  })

  test.each<[string, number]>([
    ['GREATER', 355],
    ['GREATER', 80],
    ['GREATER_EQUAL', 81],
    ['LESS', -40],
    ['LESS_EQUAL', -41],
    ['EQUAL', 99],
    ['LESS', 120],
  ])('refuses a limit that its sensor never or always crosses: %s %d', async (logicOperator, inputValue) => {
    const never = { ...warning(house), inputs: [{ id: 'lines', value: [{ ...line(house, inputValue), logicOperator }] }] }
    await expect(add(never)).rejects.toMatchObject({
      failure: { fields: [{ field: 'inputs.lines.0.inputValue', code: 'neverRead' }] },
    })
  })

  test('accepts a limit at the end of the range of the sensor', async () => {
    const at = (logicOperator: string, inputValue: number) =>
      add({ ...warning(house), inputs: [{ id: 'lines', value: [{ ...line(house, inputValue), logicOperator }] }] })
    expect(await at('GREATER_EQUAL', 80)).toMatchObject({ ruleVersion: 1 })
    expect(await at('LESS_EQUAL', -40)).toMatchObject({ ruleVersion: 1 })
    await farm.world.owner.query('update interfaces set max = 50 where id = $1', [house.temperature])
    await expect(at('GREATER', 51)).rejects.toMatchObject({ failure: { fields: [{ code: 'neverRead' }] } })
    await farm.world.owner.query('update interfaces set max = null where id = $1', [house.temperature])
  })

  test('refuses a limit by age that no reading reaches', async () => {
    const addRelative = (more: object, second = 30) =>
      add({
        ...warning(house),
        inputs: [
          {
            id: 'lines',
            value: [
              {
                ...line(house, 4),
                relativeTo: 'CURVE',
                ...more,
                reference: [
                  { from: 0, value: 33 },
                  { from: Date.UTC(2026, 10, 20), value: second },
                ],
              },
            ],
          },
        ],
      })
    const refused = (at: string, code: string) => ({ failure: { fields: [{ field: `inputs.lines.0.${at}`, code }] } })
    await expect(addRelative({ inputValue: 120 })).rejects.toMatchObject(refused('inputValue', 'neverApart'))
    await expect(addRelative({ logicOperator: 'LESS', inputValue: -75 })).rejects.toMatchObject(
      refused('inputValue', 'neverApart'),
    )
    await expect(addRelative({}, 320)).rejects.toMatchObject(refused('reference.1.value', 'neverRead'))
    // From that day on nobody would be woken.
    await expect(addRelative({}, 78)).rejects.toMatchObject(refused('reference.1.value', 'neverApart'))
    expect(await addRelative({}, 75)).toMatchObject({ ruleVersion: 1 })
    expect(await addRelative({ logicOperator: 'LESS', inputValue: -60 })).toMatchObject({ ruleVersion: 1 })
    expect(await addRelative({ logicOperator: 'LESS', inputValue: 90, percent: true })).toMatchObject({ ruleVersion: 1 })
  })

  test('refuses an alarm whose last day is over, and shows a stored one as expired', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const season = (from: number, to: number, more: readonly object[] = []) => ({
      ...warning(house),
      templateId: template('CLOUD_ALARM'),
      terminalId: null,
      inputs: [
        {
          id: 'lines',
          value: [
            {
              interfaceId: house.temperature,
              terminalId: house.terminalId,
              isCyclical: true,
              cycleStartDate: day(from),
              cycleEndDate: day(to),
              cycle: [{ day: 0, logicOperator: 'GREATER', action: 31 }],
            },
            ...more,
          ],
        },
      ],
    })
    await expect(add(season(-40, -3))).rejects.toMatchObject({
      failure: { fields: [{ field: 'inputs.lines.0.cycleEndDate', code: 'past' }] },
    })
    const { id } = await add(season(-40, 3))
    data(await manager.rules.deploy({ body: { ids: [id] } }))
    const isWatched = async () =>
      (await farm.world.owner.query<{ is: boolean }>('select is_alarm_watched($1) as is', [house.temperature])).rows[0]!.is
    expect(await isWatched()).toBe(true)
    await farm.world.owner.query(
      `update rule_versions set body = jsonb_set(body, '{inputs,lines,0,cycleEndDate}', to_jsonb($2::text)) where rule_id = $1`,
      [id, day(-3)],
    )
    expect(await isWatched()).toBe(false)
    const details = async () => data(await manager.rules.details({ params: { id } }))
    expect(await details()).toMatchObject({ deploymentStatus: 'DEPLOYED', deploymentMessage: null })
    await farm.world.owner.query(
      `update rules set body = jsonb_set(body, '{inputs,lines,0,cycleEndDate}', to_jsonb($2::text)) where id = $1`,
      [id, day(-3)],
    )
    const over = { deploymentMessage: expect.stringContaining('no longer runs') as string }
    expect(await details()).toMatchObject({ deploymentStatus: 'DEPLOYED', ...over })
    data(await manager.rules.undeploy({ body: { ids: [id] } }))
    expect(await details()).toMatchObject({ deploymentStatus: 'UNDEPLOYED', deploymentMessage: null })
    expect(data(await manager.rules.deploy({ body: { ids: [id] } }))).toMatchObject([{ deploymentStatus: 'ERROR' }])
    expect(await details()).toMatchObject({ deploymentStatus: 'ERROR', ...over })
  })

  test('a custom template restricts bounds, choices and inputs', async () => {
    const asked = data(await manager.templates.details({ params: { id: template('THERMOSTAT') } })).inputs
    const some = asked.filter(one => ['sensors', 'outputs', 'mode', 'setPoint'].includes(one.id))
    const inputs = some.map(one => (one.id === 'setPoint' ? { ...one, min: 20, max: 26, defaultValue: 22 } : one))
    const own = data(
      await manager.templates.create({
        body: { entityId: house.entityId, name: 'Brooding', engine: 'THERMOSTAT', inputs },
      }),
    )
    const draft = (...setPoint: unknown[]) =>
      cooling(house, {
        templateId: own.id,
        inputs: [...cooling(house).inputs, ...setPoint.map(value => ({ id: 'setPoint', value }))],
      })
    // Emptied is not the value that it began with.
    await expect(add(draft(null))).rejects.toMatchObject(failing('INVALID_INPUT', 'inputs.setPoint'))
    await expect(add(draft(30))).rejects.toMatchObject(failing('INVALID_INPUT', 'inputs.setPoint'))
    const { profile } = data(await manager.terminals.details({ params: { id: house.terminalId } }))
    const other = (['FC-SMARTBOX-1', 'FC-SMARTBOX-ROOM'] as const).filter(one => one !== profile)
    const raw = { name: 'Brooding', engine: 'THERMOSTAT', inputs } as const
    data(await manager.templates.edit({ params: { id: own.id }, body: { ...raw, profiles: other, version: 1 } }))
    await expect(add(draft())).rejects.toMatchObject(failing('INVALID_INPUT', 'terminalId'))
    data(await manager.templates.edit({ params: { id: own.id }, body: { ...raw, profiles: [profile], version: 2 } }))
    const made = await add(draft())
    const box = data(await manager.terminals.details({ params: { id: house.terminalId } }))
    const { displayName, timeOut, timeZone, version } = box
    const moved = { displayName, timeOut, timeZone, version, entityId: house.entityId, profile: other[0]! }
    expect(await manager.terminals.edit({ params: { id: house.terminalId }, body: moved })).toMatchObject({
      refused: 'CANNOT_EDIT_TERMINAL_WITH_DEPENDENCIES',
    })
    expect(made.body).toMatchObject({ inputs: { setPoint: 22, differential: 1 } })
    const elsewhere = await aHouse(farm, 'Azinheira', 'Room 1')
    const there = add(cooling(elsewhere, { templateId: own.id }), await farm.as('Root'))
    await expect(there).rejects.toMatchObject(failing('INVALID_INPUT', 'templateId'))
  })

  test('adds several rules independently of one another', async () => {
    const rules = [warning(house), warning(house, { displayName: 'x' }), warning(house, { terminalId: null })]
    expect(data(await manager.rules.createMany({ body: { rules: [...rules, 7] } }))).toMatchObject([
      { deferredStatus: null },
      { id: null, deferredStatus: 'INVALID_INPUT', fields: [{ field: 'displayName' }] },
      { deferredStatus: 'INVALID_INPUT' },
      { id: null, deferredStatus: 'INVALID_INPUT' },
    ])
    const [first, second, third] = data(
      await manager.rules.createMany({ body: { rules: [warning(house), rules[2]!, warning(house)] } }),
    )
    expect(first).toMatchObject({ id: expect.stringMatching(/\d/) as unknown, deferredStatus: null, fields: [] })
    expect(second).toMatchObject({
      id: null,
      deferredStatus: 'INVALID_INPUT',
      fields: [{ field: 'terminalId', code: 'required' }],
    })
    expect(third!.id).not.toBe(first!.id)
  })

  test('a user who may create some kinds of rules creates no others', async () => {
    const some = await farm.as('Aves', ['rules.read', 'rules.create', 'rules.update', 'rules.delete'])
    await expect(add(warning(house), some)).rejects.toMatchObject(failing('INVALID_INPUT', 'templateId'))
    const own = await add(cooling(house), some)
    const foreignRule = await add(warning(house))
    const body = { ...warning(house), version: 1 }
    await expect(some.rules.edit({ params: { id: foreignRule.id }, body })).rejects.toMatchObject(failing('NOT_FOUND'))
    await expect(some.rules.remove({ params: { id: foreignRule.id } })).rejects.toMatchObject(failing('NOT_FOUND'))
    expect(data(await some.rules.remove({ params: { id: own.id } }))).toEqual({})
  })
})

describe('channels that need a permission', () => {
  type Action = NonNullable<NonNullable<RuleDraftInput['eventConfiguration']>['actionConfigurations']>[number]
  const on = (...types: Action['type'][]) => types.map((type): Action => ({ type }))
  const telling = (actionConfigurations: Action[]) => warning(house, { eventConfiguration: { ...event, actionConfigurations } })
  const refused = (at: number) => failing('INVALID_INPUT', `eventConfiguration.actionConfigurations.${at}.status`)
  const change = async (api: Api, id: string, actions: Action[]) =>
    data(await api.rules.edit({ params: { id }, body: { ...telling(actions), version: (await details(id)).version } })).rule
  let plain: Api
  let texting: Api
  beforeAll(async () => {
    const rules = ['rules.alarms', 'rules.create', 'rules.update'] as const
    plain = await farm.as('Aves', rules)
    texting = await farm.as('Aves', [...rules, 'notifications.sms'])
  })

  test('are activated only by users who have it', async () => {
    for (const type of ['SMS', 'VOICE', 'WHATSAPP'] as const)
      await expect(add(telling(on('MAIL', type)), plain)).rejects.toMatchObject(refused(1))
    await add(telling([{ type: 'MAIL' }, { type: 'SMS', status: 'INACTIVE' }]), plain)
    await add(telling(on('SMS', 'WHATSAPP')), texting)
    await expect(add(telling(on('SMS', 'VOICE')), texting)).rejects.toMatchObject(refused(1))
    await add(telling(on('SMS', 'VOICE')))
    const [saved] = data(await plain.rules.createMany({ body: { rules: [telling(on('SMS'))] } }))
    expect(saved).toMatchObject({ deferredStatus: 'INVALID_INPUT', fields: [{ code: 'notAllowed' }] })
  })

  test('stay when a user edits the rule who cannot activate them again', async () => {
    const { id } = await add(telling(on('SMS')))
    const recurrence = 600
    const changed = await change(plain, id, [{ type: 'SMS', recurrence }, { type: 'MAIL' }])
    expect(changed.eventConfiguration?.actionConfigurations[0]).toMatchObject({ status: 'ACTIVE', recurrence })
    await expect(change(plain, id, on('SMS', 'VOICE'))).rejects.toMatchObject(refused(1))
    await change(plain, id, [{ type: 'SMS', status: 'INACTIVE' }])
    await expect(change(plain, id, on('SMS'))).rejects.toMatchObject(refused(0))
    const { version } = await details(id)
    const back = (api: Api) => api.ledger.return({ params: { id, ruleVersion: 1 }, body: { version } })
    await expect(back(plain)).rejects.toMatchObject(failing('INVALID_INPUT', 'ruleVersion'))
    data(await back(texting))
    const copy = plain.rules.duplicate({ body: { ruleId: id } })
    await expect(copy).rejects.toMatchObject(failing('INVALID_INPUT', 'ruleId'))
    data(await texting.rules.duplicate({ body: { ruleId: id } }))
  })
})

describe('adding and deploying', () => {
  test('saves the rule even if its box refuses the deployment', async () => {
    const of = await aHouse(farm)
    await connect(farm, of.terminalId, false)
    const saved = data(await manager.rules.create({ body: { ...cooling(of), deployRule: true } }))
    expect(saved).toMatchObject({ notDeployed: 'TERMINAL_NOT_CONNECTED', rule: { deploymentStatus: 'UNDEPLOYED' } })
    await connect(farm, of.terminalId)
    const sent = data(await manager.rules.create({ body: { ...cooling(of), deployRule: true } }))
    expect(sent).toMatchObject({ notDeployed: null, rule: { deploymentStatus: 'PENDING_DEPLOY' } })
  })

  test('deploys a global rule at once if requested', async () => {
    const draft = { ...warning(house), templateId: template('CLOUD_ALARM'), terminalId: null }
    const idle = data(await manager.rules.create({ body: draft })).rule
    expect(idle).toMatchObject({ status: 'DISABLED', deploymentStatus: 'UNDEPLOYED', isCloudProcessor: true })
    expect(idle.body).toMatchObject({ inputs: { lines: [{ permanenceTime: '00:10', notificationLimit: 3 }] } })
    const { rule } = data(await manager.rules.create({ body: { ...draft, deployRule: true } }))
    expect(rule).toMatchObject({ status: 'ENABLED', deploymentStatus: 'DEPLOYED' })
    const edited = data(await manager.rules.edit({ params: { id: rule.id }, body: { ...draft, version: rule.version } })).rule
    expect(edited).toMatchObject({ status: 'DISABLED', deploymentStatus: 'UNDEPLOYED', ruleVersion: 1 })
  })
})

test('checks and answers the box of the sensor in conditions of a global rule', async () => {
  const other = await aHouse(farm)
  const draft = (terminalId?: unknown) => ({
    ...warning(house, { inputs: [{ id: 'lines', value: [{ ...line(house), terminalId }] }] }),
    templateId: template('CLOUD_ALARM'),
    terminalId: null,
  })
  const outputLines = [{ interfaceId: house.temperature, terminalId: house.terminalId }]
  const linesOf = ({ inputs }: { inputs: readonly { id: string; value?: unknown }[] }) =>
    inputs.find(input => input.id === 'lines')?.value
  for (const terminalId of [undefined, house.terminalId]) expect(linesOf(await add(draft(terminalId)))).toMatchObject(outputLines)
  const wrong = { failure: { fields: [{ field: 'inputs.lines.0.terminalId', code: 'otherBox' }] } }
  await expect(add(draft(other.terminalId))).rejects.toMatchObject(wrong)
  await expect(add(draft('QPL-01'))).rejects.toMatchObject(failing('INVALID_INPUT', 'inputs.lines.0.terminalId'))
  const { id, version, inputs } = await add(draft())
  const params = { id }
  const some = [{ id: 'lines', value: [{ ...line(house), terminalId: other.terminalId }] }]
  await expect(manager.rules.editInputs({ params, body: { inputs: some, version } })).rejects.toMatchObject(wrong)
  // What was told can be sent again as it is.
  expect(linesOf(data(await manager.rules.edit({ params, body: { ...draft(), inputs, version } })).rule)).toEqual(
    linesOf({ inputs }),
  )
})

describe('changing', () => {
  test('keeps inputs that a change omits and refuses empty ones', async () => {
    const warm = { id: 'setPoint', value: 18.1 }
    const { id } = await add(
      cooling(house, { inputs: [...cooling(house).inputs.filter(input => input.id !== 'setPoint'), warm] }),
    )
    const params = { id }
    const inputs = cooling(house).inputs.filter(input => input.id !== 'setPoint')
    const { rule } = data(await manager.rules.edit({ params, body: { ...cooling(house, { inputs }), version: 1 } }))
    expect(rule.body).toMatchObject({ inputs: { setPoint: 18.1 } })
    const emptied = [...inputs, { id: 'setPoint', value: null }]
    const body = { ...cooling(house, { inputs: emptied }), version: rule.version }
    await expect(manager.rules.edit({ params, body })).rejects.toMatchObject(failing('INVALID_INPUT', 'inputs.setPoint'))
  })

  test('keeps the running version until the rule is deployed again', async () => {
    const of = await aHouse(farm)
    await connect(farm, of.terminalId)
    const { id, version } = await deployed(of, (await add(warning(of))).id)
    const body = { ...warning(of, { inputs: [{ id: 'lines', value: [line(of, 35)] }] }), version }
    const { rule, notDeployed } = data(await manager.rules.edit({ params: { id }, body }))
    expect(notDeployed).toBeNull()
    expect(rule).toMatchObject({ deploymentStatus: 'DEPLOYED', ruleVersion: 2, runningVersion: 1 })
    const sent = () =>
      farm.world.db.work(farm.system, async work => (await import('../rules.sql.ts')).desiredRules(work, of.terminalId))
    expect(await sent()).toMatchObject([{ id, ver: 1, body: { inputs: { lines: [{ inputValue: 30 }] } } }])
    data(await manager.rules.deploy({ body: { ids: [id] } }))
    expect(await sent()).toMatchObject([{ id, ver: 2, body: { inputs: { lines: [{ inputValue: 35 }] } } }])
    expect(await details(id)).toMatchObject({ deploymentStatus: 'PENDING_DEPLOY', runningVersion: 1 })
    // A pending rule is left alone; the order can be taken back.
    const pending = await details(id)
    expect(await manager.rules.edit({ params: { id }, body: { ...body, version: pending.version } })).toMatchObject({
      refused: 'CANNOT_CHANGE_A_PENDING_RULE',
    })
    expect(await manager.rules.remove({ params: { id } })).toMatchObject({ refused: 'CANNOT_DELETE_A_DEPLOYED_OR_PENDING_RULE' })
  })

  test('cancels a pending request for the last reported state', async () => {
    const of = await aHouse(farm)
    await connect(farm, of.terminalId)
    const cancelled = async (id: string) => data(await manager.rules.cancel({ params: { id } }))
    const { id, version } = await deployed(of, (await add(warning(of))).id)
    const body = { ...warning(of, { inputs: [{ id: 'lines', value: [line(of, 35)] }] }), deployRule: true, version }
    const saved = data(await manager.rules.edit({ params: { id }, body })).rule
    expect(saved).toMatchObject({ deploymentStatus: 'PENDING_DEPLOY', ruleVersion: 2, runningVersion: 1 })
    expect(await cancelled(id)).toMatchObject({ deploymentStatus: 'PENDING_DEPLOY', ruleVersion: 2, runningVersion: 1 })
    const { desiredRules: wantedOf } = await import('../rules.sql.ts')
    const sent = () => farm.world.db.work(farm.system, work => wantedOf(work, of.terminalId))
    expect(await sent()).toMatchObject([{ id, ver: 1 }])
    data(await manager.rules.undeploy({ body: { ids: [id] } }))
    expect(await cancelled(id)).toMatchObject({ deploymentStatus: 'PENDING_DEPLOY' })
    expect(await sent()).toMatchObject([{ id, ver: 1 }])
    const fresh = data(await manager.rules.create({ body: { ...cooling(of), deployRule: true } })).rule
    expect(fresh.deploymentStatus).toBe('PENDING_DEPLOY')
    expect(await cancelled(fresh.id)).toMatchObject({ deploymentStatus: 'PENDING_UNDEPLOY', runningVersion: null })
    const rules = { [id]: { ver: 1, hash: (await sent()).map(one => bodyHash(one.body))[0]!, st: 'on' as const } }
    farm.world.bus.emit('terminal.reported', { terminalId: of.terminalId, rev: NEWEST, rules })
    await eventually(
      () => details(fresh.id),
      found => found.deploymentStatus === 'UNDEPLOYED',
    )
    expect(await details(id)).toMatchObject({ deploymentStatus: 'DEPLOYED', runningVersion: 1 })
    // What waits for nothing stays as it is.
    expect(await cancelled(fresh.id)).toMatchObject({ deploymentStatus: 'UNDEPLOYED' })
  })

  test('edits several rules independently of one another', async () => {
    const one = await add(warning(house))
    const two = await add(warning(house))
    const changed = (id: string, version: number, displayName: string) => ({ id, ...warning(house), displayName, version })
    const rules = [changed(one.id, 1, 'First of two'), changed(two.id, 7, 'Too late'), changed('999999', 1, 'Nowhere')]
    const broken = { ...changed(one.id, 1, 'x'), inputs: 'none' }
    expect(data(await manager.rules.editMany({ body: { rules: [broken] } }))).toMatchObject([
      { id: one.id, deferredStatus: 'INVALID_INPUT', fields: [{ field: 'displayName' }, { field: 'inputs' }] },
    ])
    const results = data(await manager.rules.editMany({ body: { rules } }))
    expect(results.map(result => [result.id, result.deferredStatus])).toEqual([
      [one.id, null],
      [two.id, 'VERSION_CONFLICT'],
      ['999999', 'NOT_FOUND'],
    ])
    expect(await details(one.id)).toMatchObject({ displayName: 'First of two', ruleVersion: 2 })
    expect(await details(two.id)).toMatchObject({ displayName: 'Too hot', ruleVersion: 1 })
  })

  test('refuses an old version, another template and another box of a running rule', async () => {
    const of = await aHouse(farm)
    const other = await aHouse(farm)
    await connect(farm, of.terminalId)
    const { id } = await deployed(of, (await add(warning(of))).id)
    const edit = (more: object) => manager.rules.edit({ params: { id }, body: { ...warning(of), version: 1, ...more } })
    await expect(edit({ version: 7 })).rejects.toMatchObject(failing('VERSION_CONFLICT'))
    await expect(edit({ templateId: template('THERMOSTAT') })).rejects.toMatchObject(failing('INVALID_INPUT', 'templateId'))
    await expect(edit({ terminalId: other.terminalId })).rejects.toMatchObject(failing('INVALID_INPUT', 'terminalId'))
    await expect(edit({ rootEntityId: farm.at.Aves })).rejects.toMatchObject(failing('INVALID_INPUT', 'rootEntityId'))
  })

  test('refuses a house outside the entity of the rule in every call', async () => {
    const elsewhere = { sectorId: farm.at['Room 1']! }
    const root = await farm.as('Grupo')
    const wrong = failing('INVALID_INPUT', 'sectorId')
    const before = await add(warning(house))
    await expect(root.rules.create({ body: warning(house, elsewhere) })).rejects.toMatchObject(wrong)
    const body = { ...warning(house, elsewhere), version: 1 }
    await expect(root.rules.edit({ params: { id: before.id }, body })).rejects.toMatchObject(wrong)
    expect(data(await root.rules.createMany({ body: { rules: [warning(house, elsewhere)] } }))).toMatchObject([
      { deferredStatus: 'INVALID_INPUT', fields: [{ field: 'sectorId' }] },
    ])
  })

  test('reports the retired box of a rule, rehearses it and moves it to another', async () => {
    const of = await aHouse(farm)
    const other = await aHouse(farm)
    await connect(farm, of.terminalId)
    const { id } = await add(warning(of))
    data(await manager.rules.deploy({ body: { ids: [id] } }))
    const { version } = data(await manager.terminals.details({ params: { id: of.terminalId } }))
    data(await manager.terminals.retire({ params: { id: of.terminalId }, body: { version } }))
    await eventually(
      () => details(id),
      one => one.deploymentMessage?.includes('was retired') === true,
    )
    const retired = {
      failure: { fields: [{ field: 'terminalId', code: 'boxRetired', message: expect.stringContaining('was retired') }] },
    }
    const { version: now } = await details(id)
    const edit = (more: object) => manager.rules.edit({ params: { id }, body: { ...warning(of), version: now, ...more } })
    await expect(edit({})).rejects.toMatchObject(retired)
    await expect(
      manager.rules.editInputs({ params: { id }, body: { inputs: [{ id: 'lines', value: [line(of, 31)] }], version: now } }),
    ).rejects.toMatchObject(retired)
    await expect(manager.rules.create({ body: warning(of) })).rejects.toMatchObject(retired)
    await expect(manager.rules.duplicate({ body: { ruleId: id } })).rejects.toMatchObject(retired)
    expect((await details(id)).terminal).toMatchObject({ id: of.terminalId, retired: true })
    expect(data(await manager.rules.deploy({ body: { ids: [id] } }))).toEqual([
      { id, deferredStatus: 'RULE_TERMINAL_RETIRED', deploymentStatus: 'UNDEPLOYED' },
    ])
    data(await edit({ terminalId: other.terminalId, inputs: warning(other).inputs }))
    expect(await details(id)).toMatchObject({
      deploymentStatus: 'UNDEPLOYED',
      deploymentMessage: null,
      terminal: { id: other.terminalId, retired: false },
    })
  })

  test('changes some inputs and keeps the others', async () => {
    const { id } = await add(cooling(house, { inputs: [...cooling(house).inputs, { id: 'differential', value: 2 }] }))
    const { rule } = data(
      await manager.rules.editInputs({ params: { id }, body: { inputs: [{ id: 'setPoint', value: 21 }], version: 1 } }),
    )
    expect(rule.body).toMatchObject({ version: 2, inputs: { setPoint: 21, differential: 2, mode: 'COOL' } })
  })

  test('renames a rule without changing its body', async () => {
    const { id, body } = await add(cooling(house))
    const renamed = data(await manager.rules.rename({ body: { id, displayName: 'Cooling north', version: 1 } }))
    expect(renamed).toMatchObject({ displayName: 'Cooling north', ruleVersion: 1, version: 2 })
    expect((await details(id)).body).toEqual(body)
  })

  test('refuses changes of a system rule', async () => {
    const { id } = await add(cooling(house))
    await farm.world.owner.query('update rules set is_system = true where id = $1', [id])
    const refused = { refused: 'CANNOT_CHANGE_A_SYSTEM_RULE' }
    expect(await manager.rules.edit({ params: { id }, body: { ...cooling(house), version: 1 } })).toMatchObject(refused)
    expect(await manager.rules.rename({ body: { id, displayName: 'Other', version: 1 } })).toMatchObject(refused)
    expect(await manager.rules.remove({ params: { id } })).toMatchObject(refused)
  })

  test('gives concurrent copies unique names', async () => {
    const { id } = await add(cooling(house, { displayName: 'Copied at once' }))
    const copy = async (ruleId: string) => data(await manager.rules.duplicate({ body: { ruleId } }))
    const first = await copy(id)
    const copies = await Promise.all([id, first.id, id, first.id].map(copy))
    expect([first, ...copies].map(one => one.displayName).toSorted()).toEqual([
      'Copied at once (2)',
      'Copied at once (3)',
      'Copied at once (4)',
      'Copied at once (5)',
      'Copied at once (6)',
    ])
  })

  test('copies are not deployed, deleted rules stay readable by id', async () => {
    const { id } = await add(cooling(house, { displayName: 'Cooling of the house with the longest name of all.' }))
    const copy = data(await manager.rules.duplicate({ body: { ruleId: id } }))
    expect(copy).toMatchObject({
      displayName: 'Cooling of the house with the longest name of (2)',
      deploymentStatus: 'UNDEPLOYED',
    })
    expect(data(await manager.rules.duplicate({ body: { ruleId: copy.id } })).displayName).toMatch(/ \(3\)$/)
    data(await manager.rules.remove({ params: { id: copy.id } }))
    expect(await details(copy.id)).toMatchObject({ deletedBy: { shortName: expect.any(String) as unknown } })
    const listed = data(await manager.rules.search({ query: { search: copy.displayName } }))
    expect(listed.totalElements).toBe(0)
    await expect(manager.rules.remove({ params: { id: copy.id } })).rejects.toMatchObject(failing('NOT_FOUND'))
  })
})

describe('an alarm that is undeployed', () => {
  const named = async (where: string, mail: string) => {
    const sql = `insert into responsibles (entity_id, user_id) select $1, id from users where email = $2 returning user_id::text as id`
    const { rows } = await farm.world.owner.query<{ id: string }>(sql, [farm.at[where], mail])
    return rows[0]!.id
  }
  const silencedMails = async () => {
    const sql = `select recipient, subject, text from notifications where key like 'silenced|%' order by id`
    return (await farm.world.owner.query<{ recipient: string; subject: string; text: string }>(sql)).rows
  }

  test('notifies another responsible user of the entity, else of the one above', async () => {
    const of = await aHouse(farm, 'Paul', 'House 2')
    await connect(farm, of.terminalId)
    const mail = await farm.person('Paul')
    await named('House 2', mail)
    const himself = farm.api(await farm.login(mail))
    const off = async (id: string, by: Api) =>
      expect(data(await by.rules.undeploy({ body: { ids: [id] } }))).toMatchObject([{ id, deferredStatus: null }])
    await off((await deployed(of, (await add(warning(of))).id)).id, manager)
    expect(await silencedMails()).toMatchObject([{ recipient: mail, subject: 'Out of service: Too hot, Paul | House 2' }])
    expect((await silencedMails())[0]!.text).toMatch(
      /^Alarm rule taken out of service\n\nPerson \d+ took the alarm rule “Too hot” \(Paul \| House 2\) out of service\./,
    )
    // Nobody else is named there: the one above is told.
    const above = await farm.person('Aves')
    await named('Paul', above)
    await off((await deployed(of, (await add(warning(of))).id)).id, himself)
    expect((await silencedMails()).map(one => one.recipient)).toEqual([mail, above])
    // What switches is no alarm, and what was out of service was silent before.
    await off((await deployed(of, (await add(cooling(of))).id)).id, manager)
    await off((await add(warning(of))).id, manager)
    expect(await silencedMails()).toHaveLength(2)
  })
})

describe('the audit', () => {
  test('names each changed input, with names of sensors and users', async () => {
    const mail = await farm.person('Paul')
    const { rows } = await farm.world.owner.query<{ id: string; name: string }>(
      'select id::text, short_name as name from users where email = $1',
      [mail],
    )
    const { id } = await add(warning(house))
    const lines = [{ ...line(house, 35), logicOperator: 'LESS' }]
    const actionConfigurations = [{ type: 'MAIL' as const, properties: { usersList: [rows[0]!.id] } }]
    const body = { ...warning(house, { inputs: [{ id: 'lines', value: lines }] }), version: 1 }
    data(await manager.rules.edit({ params: { id }, body: { ...body, eventConfiguration: { ...event, actionConfigurations } } }))
    const auditor = await farm.as('Aves', ['audit.read'])
    const found = data(await auditor.audit.search({ query: { objectType: 'rule', objectId: id } as never })).content
    const entry = data(await auditor.audit.details({ params: { id: found[0]!.id } }))
    expect(entry.changes.map(change => change.field)).toEqual(['event', 'lines'])
    const t = farm.world.texts['en-US']
    const changeText = entry.changes.map(change => changeLine(change, t, 'UTC')).join('\n')
    expect(changeText).toMatch(/^Conditions: Value: 30; .*Temperature north.* above.* → Value: 35; .*Temperature north.* below/m)
    expect(changeText).toContain(`Users: ${rows[0]!.name}`)
  })
})

describe('looking up', () => {
  test('counts rules by category, filter and permitted kind', async () => {
    const of = await aHouse(farm, 'Paul', 'House 2')
    await add(cooling(of))
    const { id } = await add(warning(of))
    await farm.world.owner.query(`update rules set deployment_status = 'ERROR' where id = $1`, [id])
    const query = { terminalId: of.terminalId }
    const counts = data(await manager.rules.count({ query }))
    expect(counts).toMatchObject({ activeRules: 0, errorRules: 1, undeployedRules: 1, pendingRules: 0 })
    expect(counts.categories.toSorted((a, b) => a.category.localeCompare(b.category))).toMatchObject([
      { category: 'ALARM_WITHOUT_ACTUATION', errorRules: 1, undeployedRules: 0 },
      { category: 'THERMOSTAT', errorRules: 0, undeployedRules: 1 },
    ])
    const controls = await farm.as('Aves', ['rules.read'])
    expect(data(await controls.rules.count({ query }))).toMatchObject({ errorRules: 0, undeployedRules: 1 })
    const using = data(await controls.rules.ofInterface({ params: { id: of.temperature }, query: {} }))
    expect(using.content).toMatchObject([{ displayName: 'Cooling', roles: ['IN'] }])
    const places = data(await controls.rules.farmAndSectorFilter({ params: { id: farm.at['Aves']! } }))
    expect(places).toContainEqual(
      expect.objectContaining({
        name: 'Paul',
        sectors: expect.arrayContaining([expect.objectContaining({ name: 'House 2' })]) as unknown,
      }),
    )
  })

  test('counts the rules that name a user who is deleted', async () => {
    const mail = await farm.person('Paul')
    const { rows } = await farm.world.owner.query<{ id: string }>('select id::text from users where email = $1', [mail])
    const userId = rows[0]!.id
    const properties = { usersList: [userId] }
    const telling = (...actionConfigurations: z.input<typeof ActionConfiguration>[]) =>
      add(warning(house, { eventConfiguration: { ...event, actionConfigurations } }))
    const named = async () => data(await manager.rules.countReceiptUser({ query: { userId } }))
    await telling({ type: 'MAIL', properties, notifyResponsible: false })
    expect(await named()).toEqual({ count: 1, alone: 1 })
    await telling({ type: 'MAIL', properties, notifyResponsible: true })
    await telling({
      type: 'MAIL',
      properties: { ...properties, contactsList: ['neighbour@farm.example'] },
      notifyResponsible: false,
    })
    const off = { type: 'SMS', status: 'INACTIVE', properties: {}, notifyResponsible: true } as const
    await telling({ type: 'MAIL', properties, notifyResponsible: false }, off)
    expect(await named()).toEqual({ count: 4, alone: 2 })
    expect(data(await manager.rules.countReceiptUser({ query: { userId: '999999' } }))).toEqual({ count: 0, alone: 0 })
  })

  test('answers operators by data type in both namings', async () => {
    const of = async (dataType: 'BOOLEAN' | 'STRING' | 'DECIMAL') =>
      data(await manager.rules.logicOperations({ query: { dataType } })).map(one => one.templateOperator)
    expect(await of('BOOLEAN')).toEqual(['EQUAL'])
    expect(await of('STRING')).toEqual(['EQUAL', 'NOTEQUAL'])
    expect(await of('DECIMAL')).toEqual(['EQUAL', 'NOTEQUAL', 'GREATER', 'GREATEROREQUAL', 'MINOR', 'MINOROREQUAL'])
  })
})
